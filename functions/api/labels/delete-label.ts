import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { deleteLabel as remove } from "../../../core/operations/labels/delete-label.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { LabelParams } from "./label-params.ts";

/** DELETE /v1/instances/{id}/labels/{label}: also removes the label from all chats that have it. */
export const deleteLabel = route("labels.delete", {
  summary: "Delete a label",
  params: LabelParams,
  responses: { 204: { description: "Deleted. The label has been removed from all chats" } },
  errors: ["instance_not_found", "not_found"],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    await remove(deps, instance.id, params.label);
    return reply(204);
  },
});
