import { phoneOfPerson } from "../../domain/messages/chat-id.ts";
import { blocklistRecords } from "../../records/chats/blocklist.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { readPerson } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Table } from "../../store/table.ts";

/**
 * How many times to attempt a change to a person's record while other processes keep changing it. In practice, far
 * fewer attempts are needed.
 */
const TRIES = 50;

/**
 * Applies the number's list of blocked people. People added or removed since the last call are updated first and the
 * list itself last, so after a crash in between, the same work is repeated.
 * @param ids network addresses. @param personOf returns the key of an address's person (phone digits, or a private id),
 * or null if the address doesn't belong to a person.
 * @throws FenceLost. Spec: contacts, `blocked`.
 */
export async function mirrorBlocklist(
  deps: { table: Table },
  own: Owner,
  ids: readonly string[],
  personOf: (id: string) => Promise<string | null>,
): Promise<void> {
  const stored = await blocklistRecords.read(deps.table, own.instance_id);
  const [before, now] = [new Set(stored?.ids), new Set(ids)];
  const changed = [...before, ...now].filter((id) => before.has(id) !== now.has(id));
  if (stored && changed.length === 0) return;
  for (const id of changed) {
    const person = await personOf(id);
    if (person !== null) await markBlocked(deps, own, person, now.has(id));
  }
  const list = { put: { ...keys.blocklist(own.instance_id), ids: [...now].toSorted() } };
  await transactFenced(deps.table, own.instance_id, own.fence, [list]);
}

/** Records whether a person is blocked. An unknown person gets a record only if they are blocked. */
async function markBlocked({ table }: { table: Table }, own: Owner, person: string, isBlocked: boolean): Promise<void> {
  return retryOnChange(TRIES, async ({ commit }) => {
    const { person: key, known } = await readPerson(table, own.instance_id, person);
    if ((known?.blocked ?? false) === isBlocked) return;
    const phone = phoneOfPerson(key);
    const change = {
      update: keys.person(own.instance_id, key),
      ...(isBlocked ? { set: { ...(phone !== null && { phone }), blocked: true } } : { remove: ["blocked"] }),
      if: [{ field: "merged_into", is: "missing" as const }, ...(known ? [{ item: "exists" as const }] : [])],
    };
    await commit(transactFenced(table, own.instance_id, own.fence, [change]));
  });
}
