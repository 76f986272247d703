import type { SendErrorCode } from "../../contracts/error-codes.ts";
import type { MessageStatus } from "../../contracts/message.ts";
import { type RecipientState, stateAt, stateField, storedState } from "../../domain/broadcasts/recipient-states.ts";
import type { MessageRecord } from "../../records/message.ts";
import { keys } from "../../store/keys.ts";
import type { Claim, Table, Write } from "../../store/table.ts";

/** Maps a message's status to its recipient's state. While the message is waiting, there is no state. */
const STATE_OF: Partial<Record<MessageStatus, RecipientState>> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "failed",
};

/** The rank of each state. A lower-ranked state never replaces a higher-ranked one. */
const ORDER: Record<RecipientState, number> = {
  waited_too_long: 0,
  never_wrote: 0,
  sent: 1,
  delivered: 2,
  read: 3,
  replied: 4,
  failed: 5,
  opted_out_after: 6,
  opted_out: 6,
  sent_as_another: 6,
};

/**
 * Builds the write that applies a message's status to its broadcast. If the recipient has answered or opted out, that
 * state takes precedence.
 */
export async function broadcastStateWrites(
  table: Table,
  now: Date,
  before: MessageRecord,
  after: { status: MessageStatus; error_code: SendErrorCode | null },
): Promise<Write[]> {
  const { broadcast: spot, instance_id } = before;
  // This error code means that the message was put back for the night and the person opted out before morning.
  const state = after.error_code === "opted_out" ? "opted_out" : STATE_OF[after.status];
  if (!spot || !state) return [];
  const place = keys.broadcastPage(instance_id, spot.id, spot.gen, spot.page);
  const field = stateField(spot.at);
  const page = await table.get(place);
  if (!page) return [];
  const current = stateAt(page, spot.at);
  if (current !== null && ORDER[current] >= ORDER[state]) return [];
  const stored = page[field];
  const asRead: Claim = typeof stored === "string" ? { field, op: "=", value: stored } : { field, is: "missing" };
  // This time is needed to determine the share of recipients who didn't get the message within a day.
  const last = state === "sent" ? { last_at: now.toISOString() } : {};
  return [{ update: place, set: { [field]: storedState(state), ...last }, if: [asRead] }];
}
