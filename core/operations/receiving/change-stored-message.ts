import { type EventDraft, type EventRoute, eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import { transactFenced } from "../../records/fence.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { EventDeps } from "../../records/message-event.ts";
import { findMessage, type NetworkMessage } from "../../records/network-message.ts";
import type { Owner } from "../../records/owner.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Claim, Write } from "../../store/table.ts";

/** A change to a stored message: its author, the message, and when (the network's time). */
export interface NetworkChange extends Owner, NetworkMessage {
  at: Date;
  /** Deletes the session's own record of what it decrypted, in the same commit; null if there is none. */
  journal: Write | null;
}

/** The changed record, and its event; null if the account does not get this event. */
export interface RecordedChange {
  set: Partial<MessageRecord>;
  /** Written in the same commit; reads follow the record's, so that both are consistent. */
  also?: Write[];
  event: EventDraft | null;
}

/**
 * Applies a change to a stored message with its event, once. `decide` returns null if the record already has the same
 * content, or something newer; then nothing is written and no event created, as for a message we don't know.
 * @throws FenceLost if another task has taken over; TransactionRefused if what is stored never admits the change.
 * @returns the record after the change; null if nothing changed.
 */
export async function changeStoredMessage(
  deps: EventDeps,
  change: NetworkChange,
  decide: (message: MessageRecord, route: EventRoute) => Promise<RecordedChange | null>,
): Promise<MessageRecord | null> {
  const { instance_id: instance, fence } = change;
  return retryOnChange(TRIES, async ({ commit }) => {
    const message = await findMessage(deps, change);
    const route = await eventRoute(deps, change.account_id, instance);
    const decided = message && message.deleted_at === null ? await decide(message, route) : null;
    if (!message || !decided) {
      if (change.journal) await transactFenced(deps.table, instance, fence, [change.journal]);
      return null;
    }
    const writes: Write[] = [
      {
        update: keys.message(message.account_id, message.id),
        set: { ...decided.set },
        add: { changes: 1 },
        if: [asRead(message), { item: "exists" }],
      },
    ];
    if (decided.event) writes.push(...eventWrites(deps, route, decided.event, deps.clock.now()));
    if (change.journal) writes.push(change.journal);
    writes.push(...(decided.also ?? []));
    await commit(transactFenced(deps.table, instance, fence, writes));
    await wakeEndpoint(deps, route);
    return { ...message, ...decided.set };
  });
}

/**
 * Attempts for one message. Fewer writers ever race, and a record that always refuses must not block those after it.
 */
const TRIES = 50;

/** Claims that nothing in the message was changed since it was read. */
export const asRead = ({ changes }: MessageRecord): Claim =>
  changes === undefined ? { field: "changes", is: "missing" } : { field: "changes", op: "=", value: changes };
