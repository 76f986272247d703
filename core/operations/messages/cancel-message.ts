import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { leftAt, mayHaveArrived } from "../../domain/messages/may-have-arrived.ts";
import { ownAct, whoMay } from "../../domain/messages/who-may.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import type { MessageRecord } from "../../records/message.ts";
import { placeOf } from "../../records/message-chat.ts";
import { type EventDeps, messageEvent } from "../../records/message-event.ts";
import { uncountWaiting } from "../../records/person.ts";
import { failedFields } from "../../records/sending-error-texts.ts";
import { keys } from "../../store/keys.ts";
import { type Attempt, retryOnChange } from "../../store/retry-on-change.ts";
import type { SomeWrites } from "../../store/table.ts";
import { requireDone } from "../commands/run-command.ts";
import { followMessage } from "../following/follow-message.ts";
import { takeRow, waitingAsRead } from "../sending/send-steps.ts";
import { type FoundMessage, readAgain, readRow, settling } from "./read-message.ts";

/**
 * The effect of a DELETE: removing a scheduled message, cancelling a queued one, or deleting a sent one for everyone.
 */
export interface Cancelled {
  outcome: "removed" | "cancelled" | "deleted";
  message: MessageRecord;
}

/** How many times to retry if the message changes between the read and the write. */
const TRIES = 8;

/**
 * Takes a message back, after waiting for any send in progress to finish. A waiting message becomes `failed` with the
 * error code `cancelled` in the transaction that removes its row, so it can't be sent after the call has returned. If a
 * message was sent up to two days ago, or may have been (`no_receipt`), the session deletes it for everyone. This
 * applies to the instance's own messages and, in a group where the instance is an admin, to other people's messages.
 * Spec: DELETE /v1/messages/{id}.
 * @param options.onlyWaiting refuses a message that was already sent, with `conflict`.
 * @throws ApiError `conflict` if the message is being sent, is too old, was not sent, or belongs to someone else; or an
 * error from `requireDone`.
 */
export async function cancelMessage(
  deps: EventDeps,
  found: FoundMessage,
  { onlyWaiting = false }: { onlyWaiting?: boolean } = {},
): Promise<Cancelled> {
  const settle = onlyWaiting ? async (one: MessageRecord) => one : settling(deps);
  let message = await settle(found.message);
  let isRead = true;
  const ended = await retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async (attempt) => {
    if (!isRead) message = await settle(await readAgain(deps, message)); // it changed in the meantime
    isRead = false;
    return message.step === "waiting" ? endWaiting(deps, message, attempt) : null;
  });
  if (ended) return { outcome: message.status === "scheduled" ? "removed" : "cancelled", message: ended };
  if (onlyWaiting)
    throw new ApiError("conflict", { message: "The message is no longer waiting, so it can't be cancelled." });
  requireDeletable(message, deps.clock.now());
  await requireDone(deps, found.instance, { kind: "delete", message_id: message.id });
  return { outcome: "deleted", message: await readAgain(deps, message) };
}

async function endWaiting(deps: EventDeps, message: MessageRecord, { commit, again }: Attempt): Promise<MessageRecord> {
  // A message that was given back after its start may still have reached the network.
  if (message.network_id !== null) throw new ApiError("conflict", { message: BEING_SENT });
  const row = await readRow(deps, message);
  if (!row) return again();
  const route = await eventRoute(deps, message.account_id, message.instance_id);
  const set = { ...failedFields("cancelled"), ...(message.status === "scheduled" && { removed: true }) };
  const ended: MessageRecord = { ...message, ...set };
  const event = await messageEvent(deps, "message.status", ended);
  const following = await followMessage(deps, message, ended);
  const writes: SomeWrites = [
    takeRow(row),
    ...following.writes,
    {
      update: keys.message(message.account_id, message.id),
      set,
      // The messages in a chat's history are counted by their index entries, which must not include a removed message.
      ...(ended.removed === true && { remove: ["gsi3pk", "gsi3sk"] }),
      if: waitingAsRead(message),
    },
    ...uncountWaiting(message.instance_id, message),
    ...eventWrites(deps, route, event, deps.clock.now()),
  ];
  await commit(deps.table.transact(writes));
  await wakeEndpoint(deps, route);
  await following.wake();
  return ended;
}

function requireDeletable(message: MessageRecord, now: Date): void {
  const refuse = (sentence: string) => new ApiError("conflict", { message: sentence });
  // The session determines whether the number is an admin of the group.
  const ruling = whoMay({ ...ownAct("delete", message, placeOf(message)), role: "unknown" });
  if (ruling === "refused") {
    throw refuse(
      "Only the instance's own messages can be deleted for everyone, and in groups where the instance is an admin, also the messages of others.",
    );
  }
  if (message.step === "sending") throw refuse(BEING_SENT);
  if (message.deleted_at !== null) throw refuse("This message is already deleted.");
  if (!mayHaveArrived(message)) throw refuse("This message was not sent, so there is nothing to delete.");
  if (now.getTime() - leftAt(message) > LIMITS.deleteDays * DAY_MS) {
    throw refuse("Only messages sent within the last 2 days can be deleted for everyone.");
  }
}

const BEING_SENT = "This message is being sent right now. Try again once its status is sent.";
