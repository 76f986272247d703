import { Instance } from "../../../core/contracts/instance.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { presentInstance } from "../../../core/operations/instances/present-instance.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { InstanceParams } from "./instance-params.ts";

/** GET /v1/instances/{id}. Spec: Endpoints › Instances. */
export const getInstance = route("instances.get", {
  summary: "Get an instance",
  params: InstanceParams,
  responses: { 200: { description: "The instance", schema: Instance } },
  errors: ["instance_not_found"],
  async handle({ caller, deps, params }) {
    return reply(200, await presentInstance(deps, await readInstance(deps, caller, params.id)));
  },
});
