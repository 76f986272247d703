import type { InstanceId } from "../../contracts/ids.ts";
import { letterField, type RecipientLetter } from "../../domain/broadcasts/recipient-letters.ts";
import { keys } from "../../store/keys.ts";
import type { Claim, Item, Table, Write } from "../../store/table.ts";
import type { BroadcastSpot } from "../message.ts";

/** Reads the page that has a person's letter; null: it is gone. */
export const readLetters = (table: Table, instance: InstanceId, { id, gen, page }: BroadcastSpot) =>
  table.get(keys.broadcastPage(instance, id, gen, page));

/**
 * The write that advances a person's letter, provided that it is unchanged: read again after a refusal.
 * @param letters the page, from `readLetters`. @param from letters that may be replaced; `null` among them: none yet.
 * @returns null: theirs may not, or the page is gone.
 */
export function moveLetter(
  letters: Item | null,
  { at }: BroadcastSpot,
  to: RecipientLetter,
  from: readonly (RecipientLetter | null)[],
): Write | null {
  const field = letterField(at);
  const stands = letters?.[field] ?? null;
  if (letters === null || !(from as readonly unknown[]).includes(stands)) return null;
  const asRead: Claim = stands === null ? { field, is: "missing" } : { field, op: "=", value: String(stands) };
  const { pk, sk } = letters;
  return { update: { pk, sk }, set: { [field]: to }, if: [{ item: "exists" }, asRead] };
}
