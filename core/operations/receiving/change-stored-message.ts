import { type EventDraft, type EventRoute, eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import { transactFenced } from "../../records/fence.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { EventDeps } from "../../records/message-event.ts";
import { findMessage, type NetworkMessage } from "../../records/network-message.ts";
import type { Owner } from "../../records/owner.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Claim, Write } from "../../store/table.ts";

/**
 * A change to a stored message, with the message's owner and the time of the change according to the network's clock.
 */
export interface NetworkChange extends Owner, NetworkMessage {
  at: Date;
  /**
   * The write that deletes the session's journal entry for the change in the same commit, or null if there is no such
   * entry.
   */
  journal: Write | null;
}

/** The changed record fields and the event. The event is null if the account doesn't receive events of its type. */
export interface RecordedChange {
  set: Partial<MessageRecord>;
  /**
   * Further writes for the same commit. The data that their conditions check is read after the record, so it is
   * consistent with the record.
   */
  also?: Write[];
  event: EventDraft | null;
}

/**
 * Applies a change to a stored message exactly once, together with its event. `decide` returns null if the record
 * already has this content or newer content. In that case, or if the message isn't stored, nothing is written.
 * @throws FenceLost if another task has taken over; TransactionRefused if the stored record can never accept the
 * change.
 * @returns the changed record, or null if nothing changed.
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
 * The maximum number of attempts per message. Fewer are needed in practice; the limit keeps a record that refuses every
 * change from blocking the changes behind it.
 */
const TRIES = 50;

/** Builds the condition that the message hasn't changed since it was read. */
export const asRead = ({ changes }: MessageRecord): Claim =>
  changes === undefined ? { field: "changes", is: "missing" } : { field: "changes", op: "=", value: changes };
