import { Label, UpdateLabelBody } from "../../../core/contracts/chats/label.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { changeLabel } from "../../../core/operations/labels/change-label.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { LabelParams } from "./label-params.ts";

/** PATCH /v1/instances/{id}/labels/{label}: changes only the fields present in the request. */
export const updateLabel = route("labels.update", {
  summary: "Rename or recolor a label",
  params: LabelParams,
  body: UpdateLabelBody,
  responses: { 200: { description: "The updated label", schema: Label } },
  errors: ["instance_not_found", "not_found", "conflict"],
  async handle({ caller, deps, params, body }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await changeLabel(deps, instance.id, params.label, body));
  },
});
