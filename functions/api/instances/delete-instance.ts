import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { deleteInstance as remove } from "../../../core/operations/instances/delete-instance.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { InstanceParams } from "./instance-params.ts";

/**
 * DELETE /v1/instances/{id}: returns 204, or 409 while the network restricts the number. Spec: Instance lifecycle,
 * delete.
 */
export const deleteInstance = route("instances.delete", {
  summary: "Delete an instance, which logs it out and deletes its messages and files",
  params: InstanceParams,
  responses: { 204: { description: "Deleted" } },
  errors: ["instance_not_found", "messenger_restricted"],
  async handle({ caller, deps, params }) {
    await remove(deps, await readInstance(deps, caller, params.id));
    return reply(204);
  },
});
