import type { SendErrorCode } from "../../contracts/error-codes.ts";
import type { MessageStatus } from "../../contracts/message.ts";
import { letterField, RECIPIENT_LETTERS, type RecipientLetter } from "../../domain/broadcasts/recipient-letters.ts";
import type { MessageRecord } from "../../records/message.ts";
import { keys } from "../../store/keys.ts";
import type { Claim, Table, Write } from "../../store/table.ts";

/** The letter for a message's status; none: it waits. */
const LETTERS: Partial<Record<MessageStatus, RecipientLetter>> = { sent: "s", delivered: "d", read: "r", failed: "f" };

/** How far each letter is: one never gives way to an earlier one. */
const ORDER: Record<RecipientLetter, number> = { s: 1, d: 2, r: 3, a: 4, f: 5, q: 6, o: 6, m: 6, w: 0, x: 0 };

/**
 * The write that counts a message's status in its broadcast. The person's own later actions (they answered, they opted
 * out) stay.
 */
export async function broadcastLetter(
  table: Table,
  now: Date,
  before: MessageRecord,
  after: { status: MessageStatus; error_code: SendErrorCode | null },
): Promise<Write[]> {
  const { broadcast: spot, instance_id } = before;
  // Returned for the night, and they opted out before the morning.
  const letter = after.error_code === "opted_out" ? "o" : LETTERS[after.status];
  if (!spot || !letter) return [];
  const place = keys.broadcastPage(instance_id, spot.id, spot.gen, spot.page);
  const field = letterField(spot.at);
  const page = await table.get(place);
  if (!page) return [];
  const stands = page[field];
  const isLetter = typeof stands === "string" && stands in RECIPIENT_LETTERS;
  if (isLetter && ORDER[stands as RecipientLetter] >= ORDER[letter]) return []; // looked up right here
  const asRead: Claim = typeof stands === "string" ? { field, op: "=", value: stands } : { field, is: "missing" };
  // Shows the share of those who did not get it within a day.
  const last = letter === "s" ? { last_at: now.toISOString() } : {};
  return [{ update: place, set: { [field]: letter, ...last }, if: [asRead] }];
}
