import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { callRecords } from "../../records/call.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireDone } from "../commands/run-command.ts";

/**
 * Declines a ringing call. Succeeds even if the call was already declined. Spec: POST /v1/instances/{id}/calls/reject.
 * @param given its `from` is either the call's `from` or the caller's phone number.
 * @throws ApiError `not_found`; `validation_failed` if someone else made the call; `conflict` if the call is over;
 * `not_connected`, `unavailable` as for every request to the session.
 */
export async function rejectCall(
  deps: LaneDeps,
  instance: InstanceRecord,
  given: { call_id: string; from: string },
): Promise<void> {
  const call = await callRecords.read(deps.table, instance.id, given.call_id);
  if (!call) {
    throw new ApiError("not_found", {
      message: "There is no call with this id. Use the id of a call.received event from the last day.",
    });
  }
  if (given.from !== call.from && given.from !== call.phone) {
    const sentence = "This call is from someone else. Use the from value of its call.received event.";
    throw new ApiError("validation_failed", { errors: { from: [sentence] } });
  }
  if (call.state === "rejected") return;
  if (call.state === "ended") throw new ApiError("conflict", { message: "The call is over." });
  await requireDone(deps, instance, { kind: "reject_call", call_id: call.id });
}
