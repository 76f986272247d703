import type { InstanceId } from "../../contracts/ids.ts";
import { letterField, type RecipientLetter } from "../../domain/broadcasts/recipient-letters.ts";
import { keys } from "../../store/keys.ts";
import type { Claim, Table, Write } from "../../store/table.ts";
import type { BroadcastSpot } from "../message.ts";

/**
 * The write that advances a person's letter, provided that it is unchanged: read again after a refusal.
 * @param from letters that may be replaced; `null` among them: none yet. @returns null: theirs may not, or the page is
 * gone.
 */
export async function moveLetter(
  table: Table,
  instance: InstanceId,
  { id, gen, page, at }: BroadcastSpot,
  to: RecipientLetter,
  from: readonly (RecipientLetter | null)[],
): Promise<Write | null> {
  const place = keys.broadcastPage(instance, id, gen, page);
  const field = letterField(at);
  const item = await table.get(place);
  const stands = item?.[field] ?? null;
  if (item === null || !(from as readonly unknown[]).includes(stands)) return null;
  const asRead: Claim = stands === null ? { field, is: "missing" } : { field, op: "=", value: String(stands) };
  return { update: place, set: { [field]: to }, if: [{ item: "exists" }, asRead] };
}
