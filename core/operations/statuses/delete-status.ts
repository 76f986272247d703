import { mayHaveArrived } from "../../domain/messages/may-have-arrived.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import type { MessageRecord } from "../../records/message.ts";
import { failedFields } from "../../records/sending-error-texts.ts";
import { keys } from "../../store/keys.ts";
import { type Attempt, retryOnChange } from "../../store/retry-on-change.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { requireDone } from "../commands/run-command.ts";
import { readRow } from "../messages/read-message.ts";
import { takeRow, waitingAsRead } from "../sending/send-steps.ts";
import { type FoundStatus, readStatus } from "./read-status.ts";

/** The maximum number of attempts if the status starts or ends between the read and the write. */
const TRIES = 8;
const BEING_SENT = "This status is being posted right now. Try again once it has been sent.";

/**
 * Deletes a status. A waiting status is never posted, and a posted status is revoked for everyone who received it.
 * Either way, it is no longer shown.
 * @returns the status in its last state. @throws ApiError `status_not_found`; `conflict` for a status that is being
 * posted; the errors of `requireDone`. Spec: DELETE …/statuses/{status}.
 */
export async function deleteStatus(deps: LaneDeps, instance: InstanceRecord, id: string): Promise<FoundStatus> {
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async (attempt) => {
    const found = await readStatus(deps, instance, id, deps.clock.now());
    const { message } = found;
    if (message.step === "waiting") {
      await endWaiting(deps, instance, message, attempt);
      return found;
    }
    if (message.step === "sending") throw new ApiError("conflict", { message: BEING_SENT });
    if (mayHaveArrived(message)) await requireDone(deps, instance, { kind: "delete_status", status: id });
    await hide(deps, instance, id);
    return found;
  });
}

async function endWaiting(
  deps: LaneDeps,
  instance: InstanceRecord,
  message: MessageRecord,
  { commit, again }: Attempt,
): Promise<void> {
  // The status was put back after it had started, so it may have reached the network.
  if (message.network_id !== null) throw new ApiError("conflict", { message: BEING_SENT });
  const row = await readRow(deps, message);
  if (!row) return again();
  const ended: Write = {
    update: keys.message(message.account_id, message.id),
    set: { ...failedFields("cancelled"), removed: true },
    if: waitingAsRead(message),
  };
  const hidden: Write = { update: keys.status(instance.id, message.id), set: { deleted_ms: nowMs(deps) } };
  await commit(deps.table.transact([takeRow(row), ended, hidden]));
}

async function hide(deps: LaneDeps, instance: InstanceRecord, id: string): Promise<void> {
  const hidden = { update: keys.status(instance.id, id), set: { deleted_ms: nowMs(deps) } };
  try {
    await deps.table.write({ ...hidden, if: [{ item: "exists" }] });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // its time has come
  }
}

const nowMs = ({ clock }: LaneDeps) => clock.now().getTime();
