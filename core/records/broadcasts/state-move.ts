import type { InstanceId } from "../../contracts/ids.ts";
import { type RecipientState, stateAt, stateField, storedState } from "../../domain/broadcasts/recipient-states.ts";
import { keys } from "../../store/keys.ts";
import type { Claim, Item, Table, Write } from "../../store/table.ts";
import type { BroadcastSpot } from "../message.ts";

/** Reads the page that contains a person's state. Returns null if the page was deleted. */
export const readStates = (table: Table, instance: InstanceId, { id, gen, page }: BroadcastSpot) =>
  table.get(keys.broadcastPage(instance, id, gen, page));

/**
 * Builds the write that changes a person's state, provided it hasn't changed since it was read. If the write is
 * refused, the state must be reread.
 * @param states the page, from `readStates`. @param from the states that may be replaced, where `null` means no state
 * yet.
 * @returns null if the person's state must not be replaced, or if the page was deleted.
 */
export function moveState(
  states: Item | null,
  { at }: BroadcastSpot,
  to: RecipientState,
  from: readonly (RecipientState | null)[],
): Write | null {
  if (states === null) return null;
  const field = stateField(at);
  const stored = states[field] ?? null;
  const current = stateAt(states, at);
  const isUnreadable = stored !== null && current === null;
  if (isUnreadable || !from.includes(current)) return null;
  const asRead: Claim = stored === null ? { field, is: "missing" } : { field, op: "=", value: String(stored) };
  const { pk, sk } = states;
  return { update: { pk, sk }, set: { [field]: storedState(to) }, if: [{ item: "exists" }, asRead] };
}
