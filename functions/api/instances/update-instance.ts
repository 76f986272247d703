import { Instance, UpdateInstanceBody } from "../../../core/contracts/instance.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { presentInstance } from "../../../core/operations/instances/present-instance.ts";
import { updateInstance as update } from "../../../core/operations/instances/update-instance.ts";
import { actorOf } from "../../../core/records/accounts/activity.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { InstanceParams } from "./instance-params.ts";
import { proxyDeps } from "./proxy-deps.ts";

/**
 * PATCH /v1/instances/{id}: changes either all fields in the request or none. Spec: Endpoints › Instances; Errors, rule
 * 2.
 */
export const updateInstance = route("instances.update", {
  summary: "Change an instance's name, proxy, protection settings, or whether it declines calls",
  params: InstanceParams,
  body: UpdateInstanceBody,
  responses: { 200: { description: "The updated instance", schema: Instance } },
  errors: ["instance_not_found", "validation_failed"],
  async handle({ caller, source, deps, params, body }) {
    const instance = await readInstance(deps, caller, params.id);
    const actor = actorOf(caller, source);
    return reply(
      200,
      await presentInstance(deps, await update({ ...deps, ...proxyDeps(deps) }, { instance, change: body, actor })),
    );
  },
});
