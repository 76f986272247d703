import { Profile } from "../../../core/contracts/number.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { readProfile } from "../../../core/operations/instances/read-profile.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { presentProfile } from "./present-profile.ts";

/** GET /v1/instances/{id}/profile. Spec: Instance profile. */
export const getProfile = route("profile.get", {
  summary: "Read what the network shows of the linked number",
  params: InstanceParams,
  responses: {
    200: { description: "Name, about text and picture; as last seen while not connected", schema: Profile },
  },
  errors: ["instance_not_found", ...SESSION_REFUSALS],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await presentProfile(deps, await readProfile(deps, instance)));
  },
});
