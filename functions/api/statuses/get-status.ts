import { Status } from "../../../core/contracts/statuses/status.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { presentStatus } from "../../../core/operations/statuses/present-status.ts";
import { readStatus } from "../../../core/operations/statuses/read-status.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { StatusParams } from "./status-params.ts";

/** GET /v1/instances/{id}/statuses/{status}. Spec: statuses. */
export const getStatus = route("statuses.get", {
  summary: "Get a status and how many people have seen it",
  params: StatusParams,
  responses: { 200: { description: "The status", schema: Status } },
  errors: ["instance_not_found", "status_not_found"],
  async handle({ caller, deps, params, now }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await presentStatus(deps, await readStatus(deps, instance, params.status, now)));
  },
});
