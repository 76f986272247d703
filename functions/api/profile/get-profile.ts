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
  summary: "Get the linked number's public profile",
  params: InstanceParams,
  responses: {
    200: {
      description:
        "The name, about text and picture. While the number is not connected, these are the last known values",
      schema: Profile,
    },
  },
  errors: ["instance_not_found", ...SESSION_REFUSALS],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await presentProfile(deps, await readProfile(deps, instance)));
  },
});
