import { UNANSWERED } from "../../domain/protection/expected-time.ts";
import type { MessageRecord } from "../../records/message.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table } from "../../store/table.ts";
import { waitingAsRead } from "./send-steps.ts";

/**
 * Records on a waiting message that the network isn't responding. Does nothing if that is already recorded or the
 * message has moved.
 */
export async function noteUnanswered(table: Table, message: MessageRecord): Promise<void> {
  if (message.waiting_reason === UNANSWERED) return;
  const note = { update: keys.message(message.account_id, message.id), set: { waiting_reason: UNANSWERED } };
  try {
    await table.write({ ...note, if: waitingAsRead(message) });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
