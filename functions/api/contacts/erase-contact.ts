import { Erasure } from "../../../core/contracts/erasure.ts";
import { wireTime } from "../../../core/domain/wire-time.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { requestErasure } from "../../../core/operations/erasing/request-erasure.ts";
import { actorOf } from "../../../core/records/accounts/activity.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { ContactParams } from "./contact-params.ts";

/**
 * DELETE …/data: deletes all of a person's data on this instance, in steps. Responds with 204 once everything is
 * deleted. Spec: contacts.
 */
export const eraseContact = route("contacts.erase", {
  summary: "Delete a person's data",
  params: ContactParams,
  responses: {
    202: {
      description:
        "The erasure continues in steps. Repeat the request until the response is 204. Waiting messages to the person are cancelled first. An opt-out from broadcasts is stored as a hash. Data on phones is not changed",
      schema: Erasure,
    },
    204: { description: "Done. All data about the person has been deleted" },
  },
  errors: ["instance_not_found", "not_found"],
  async handle({ caller, source, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    const asked = await requestErasure(deps, instance, params.contact, actorOf(caller, source));
    if (asked.state === "erased") return reply(204);
    return reply(202, { state: asked.state, asked_at: wireTime(new Date(asked.asked_at)) });
  },
});
