import { Status } from "../../../core/contracts/statuses/status.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { deleteStatus as takeBack } from "../../../core/operations/statuses/delete-status.ts";
import { presentStatus } from "../../../core/operations/statuses/present-status.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { StatusParams } from "./status-params.ts";

/** DELETE /v1/instances/{id}/statuses/{status}: deletes the status for everyone who received it. Spec: statuses. */
export const deleteStatus = route("statuses.delete", {
  summary: "Delete a status",
  params: StatusParams,
  responses: {
    202: {
      description: "The deleted status, in its last state. Phones that are off remove the status once they are on",
      schema: Status,
    },
  },
  errors: ["instance_not_found", "status_not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(202, await presentStatus(deps, await takeBack(deps, instance, params.status)));
  },
});
