import { RejectCallBody } from "../../../core/contracts/number.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { rejectCall as reject } from "../../../core/operations/instances/reject-call.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { InstanceParams } from "./instance-params.ts";

/** POST /v1/instances/{id}/calls/reject: returns 204. Spec: Endpoints › Instances. */
export const rejectCall = route("instances.reject_call", {
  summary: "Decline a ringing call",
  params: InstanceParams,
  body: RejectCallBody,
  responses: { 204: { description: "Declined" } },
  errors: ["instance_not_found", "not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, body }) {
    await reject(deps, await readInstance(deps, caller, params.id), body);
    return reply(204);
  },
});
