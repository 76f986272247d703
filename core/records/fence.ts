import type { InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { retryOnChange } from "../store/retry-on-change.ts";
import { changedWrites, hasWrites } from "../store/some-writes.ts";
import {
  type Claim,
  type Item,
  type Key,
  type SomeWrites,
  type Table,
  TransactionRefused,
  type Write,
} from "../store/table.ts";
import type { InstanceRecord } from "./instance.ts";

/**
 * The error thrown when another task has taken over the instance. The task that gets this error must stop immediately
 * and write nothing more.
 */
export class FenceLost extends Error {
  constructor(instance: InstanceId) {
    super(`Another task has taken over the instance ${instance}.`);
    this.name = "FenceLost";
  }
}

/**
 * The maximum number of attempts to take over an instance that other tasks are taking over as well. There are never
 * more tasks than this at the same time.
 */
const TRIES = 200;

/**
 * Takes over an instance by raising the fence in the receiving and the sending state in one commit. After that, every
 * write by an earlier owner is refused, whichever state it is checked against.
 * @param known fields of the instance's record, copied to the sending state so that checking the lane doesn't require
 * reading that record. A deletion is only ever added, never undone, because it may have happened in the meantime.
 * @returns the new owner's fence. @throws Error if the instance was deleted together with its fence.
 */
export async function raiseFence(
  table: Table,
  instance: InstanceId,
  known?: Pick<InstanceRecord, "shard" | "removed_at">,
): Promise<number> {
  const facts = known && { shard: known.shard, ...(known.removed_at !== null && { removed: true }) };
  return retryOnChange(TRIES, async ({ commit }) => {
    const before = (await table.get(keys.receiving(instance)))?.fence;
    if (typeof before !== "number") throw new Error(`Instance ${instance} has no fence.`);
    const fence = before + 1;
    // The write is refused if another task raised the fence first. In that case, this task raises it again.
    await commit(
      table.transact([
        { update: keys.receiving(instance), set: { fence }, if: [{ field: "fence", op: "=", value: before }] },
        { update: keys.sending(instance), set: { fence, ...facts }, add: { rev: 1 } },
      ]),
    );
    return fence;
  });
}

/**
 * Checks that the task still owns the instance. Used before plain writes that are harmless even after ownership is
 * lost, because they only add missing data and never replace anything. @throws FenceLost
 */
export async function checkFence(table: Table, instance: InstanceId, fence: number): Promise<void> {
  if ((await table.get(keys.receiving(instance)))?.fence !== fence) throw new FenceLost(instance);
}

/**
 * Commits a session's change to an instance: all writes, on the condition that the task has owned the instance
 * continuously since the operation started. A write to the receiving or the sending state carries this condition. If
 * there is no such write, a check of the receiving state is added at the end, so a transaction without any writes just
 * checks the fence.
 * @throws FenceLost if another task has taken over. @throws TransactionRefused if another condition failed.
 */
export async function transactFenced(
  table: Table,
  instance: InstanceId,
  fence: number,
  writes: Write[],
): Promise<void> {
  const claim: Claim = { field: "fence", op: "=", value: fence };
  const carrier = writes.findIndex((write) => "update" in write && holdsFence(instance, write.update));
  if (carrier < 0 || !hasWrites(writes)) {
    const check: Write = { check: keys.receiving(instance), if: [claim] };
    const checked: SomeWrites = hasWrites(writes) ? [...writes, check] : [check];
    return transactAs(table, instance, checked, writes.length, (stood) => stood?.fence !== fence);
  }
  return transactAs(table, instance, claimed(writes, carrier, [claim]), carrier, (stood) => stood?.fence !== fence);
}

/**
 * Commits a fact about an item that is true no matter who writes it, such as the network's receipt for a message.
 * Refused only if a later owner has written that item. The write to `place` stores its writer's `fence`; its other
 * conditions must ensure that the fact is written only once.
 * @throws FenceLost if a later owner has written the item. @throws TransactionRefused if another condition failed.
 */
export async function transactFact(
  table: Table,
  instance: InstanceId,
  fence: number,
  place: Key,
  writes: SomeWrites,
): Promise<void> {
  const carrier = writes.findIndex((write) => "update" in write && isSame(write.update, place));
  const notOvertaken: Claim = {
    anyOf: [[{ field: "fence", is: "missing" }], [{ field: "fence", op: "<=", value: fence }]],
  };
  const noted = claimed(writes, carrier, [notOvertaken], { fence });
  return transactAs(table, instance, noted, carrier, (stood) => Number(stood?.fence) > fence);
}

async function transactAs(
  table: Table,
  instance: InstanceId,
  writes: SomeWrites,
  carrier: number,
  isLost: (stood: Item | null) => boolean,
): Promise<void> {
  try {
    await table.transact(writes);
  } catch (error) {
    // The stored item shows whether the fence was lost or another condition of the same write failed.
    const stood = error instanceof TransactionRefused ? error.failed[carrier] : undefined;
    if (stood !== undefined && isLost(stood)) throw new FenceLost(instance);
    throw error;
  }
}

const claimed = (writes: SomeWrites, at: number, claims: Claim[], set: Record<string, unknown> = {}): SomeWrites =>
  changedWrites(writes, (write, n) => {
    if (n !== at || !("update" in write)) return write;
    const also = Object.keys(set).length > 0 && { set: { ...write.set, ...set } };
    return { ...write, ...also, if: [...(write.if ?? []), ...claims] };
  });

const isSame = (a: Key, b: Key) => a.pk === b.pk && a.sk === b.sk;

const holdsFence = (instance: InstanceId, place: Key) =>
  isSame(place, keys.receiving(instance)) || isSame(place, keys.sending(instance));
