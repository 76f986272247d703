import { CreateLabelBody, Label } from "../../../core/contracts/chats/label.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { createLabel as create } from "../../../core/operations/labels/create-label.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/** POST /v1/instances/{id}/labels: stores the label immediately and syncs it to a business phone later. */
export const createLabel = route("labels.create", {
  summary: "Create a label",
  params: InstanceParams,
  body: CreateLabelBody,
  responses: { 201: { description: "The label", schema: Label } },
  errors: ["instance_not_found", "conflict"],
  async handle({ caller, deps, params, body }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(201, await create(deps, instance.id, body));
  },
});
