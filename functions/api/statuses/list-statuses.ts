import * as z from "zod";
import { Status } from "../../../core/contracts/statuses/status.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { presentStatus } from "../../../core/operations/statuses/present-status.ts";
import { listStatuses as list } from "../../../core/operations/statuses/read-status.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/** GET /v1/instances/{id}/statuses: returns the whole list, newest first. Spec: statuses; Pagination styles. */
export const listStatuses = route("statuses.list", {
  summary: "List statuses",
  params: InstanceParams,
  responses: {
    200: { description: "Statuses that are waiting, still visible, or failed today", schema: z.array(Status) },
  },
  errors: ["instance_not_found"],
  async handle({ caller, deps, params, now }) {
    const instance = await readInstance(deps, caller, params.id);
    const found = await list(deps, instance, now);
    return reply(200, await Promise.all(found.map((one) => presentStatus(deps, one))));
  },
});
