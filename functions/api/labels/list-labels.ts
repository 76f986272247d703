import * as z from "zod";
import { Label } from "../../../core/contracts/chats/label.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { presentLabel } from "../../../core/operations/labels/present-label.ts";
import { readLabelList } from "../../../core/operations/labels/read-label-list.ts";
import { isLive } from "../../../core/records/chats/label.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/** GET /v1/instances/{id}/labels: returns the whole list, without pagination. Spec: Pagination styles. */
export const listLabels = route("labels.list", {
  summary: "List the labels of an instance",
  params: InstanceParams,
  responses: { 200: { description: "All labels, sorted by id", schema: z.array(Label) } },
  errors: ["instance_not_found"],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    const { state, labels } = await readLabelList(deps.table, instance.id);
    return reply(
      200,
      labels.filter(isLive).map((label) => presentLabel(label, state)),
    );
  },
});
