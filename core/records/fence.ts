import type { InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { type Claim, type Item, type Key, type Table, TransactionRefused, type Write } from "../store/table.ts";
import type { InstanceRecord } from "./instance.ts";

/** The instance has been taken over by another task: whoever meets this stops at once and writes nothing more. */
export class FenceLost extends Error {
  constructor(instance: InstanceId) {
    super(`Another task has taken over instance ${instance}.`);
    this.name = "FenceLost";
  }
}

/**
 * Takes an instance over: its number rises in the receiving state and in the sending state in one commit, so that from then on every write of an
 * earlier owner is refused, whichever of the two it is held against.
 * @param known of the instance's record as read before: kept in the sending state too, so that a look at the lane needs nothing else.
 * Its deletion is only ever noted, never taken back: it may have come since.
 * @returns the new owner's number. @throws Error when the instance is gone, and its fence with it.
 */
export async function raiseFence(
  table: Table,
  instance: InstanceId,
  known?: Pick<InstanceRecord, "shard" | "removed_at">,
): Promise<number> {
  const facts = known && { shard: known.shard, ...(known.removed_at !== null && { removed: true }) };
  for (;;) {
    const before = (await table.get(keys.receiving(instance)))?.fence;
    if (typeof before !== "number") throw new Error(`Instance ${instance} has no fence.`);
    const fence = before + 1;
    try {
      await table.transact([
        { update: keys.receiving(instance), set: { fence }, if: [{ field: "fence", op: "=", value: before }] },
        { update: keys.sending(instance), set: { fence, ...facts }, add: { rev: 1 } },
      ]);
      return fence;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error; // another task raised it first: this one comes after it
    }
  }
}

/**
 * Commits a change the session makes to an instance: all writes, on the condition that the task still is who it was when
 * the operation began. Where the receiving or the sending state is written anyway, that write carries the condition; else a check of the receiving state
 * stands last.
 * @throws FenceLost when another task took over. @throws TransactionRefused when another condition failed.
 */
export async function transactFenced(
  table: Table,
  instance: InstanceId,
  fence: number,
  writes: Write[],
): Promise<void> {
  const claim: Claim = { field: "fence", op: "=", value: fence };
  const carrier = writes.findIndex((write) => "update" in write && holdsFence(instance, write.update));
  if (carrier < 0) {
    const checked: Write[] = [...writes, { check: keys.receiving(instance), if: [claim] }];
    return transactAs(table, instance, checked, writes.length, (stood) => stood?.fence !== fence);
  }
  return transactAs(table, instance, claimed(writes, carrier, [claim]), carrier, (stood) => stood?.fence !== fence);
}

/**
 * Commits a fact about one item whose truth does not depend on who tells it, such as the network's receipt for a
 * message: refused only when a later owner has written that item. The write on `place` notes who wrote it last (`fence`);
 * its other conditions must let the fact be told once.
 * @throws FenceLost when a later owner has written the item. @throws TransactionRefused when another condition failed.
 */
export async function transactFact(
  table: Table,
  instance: InstanceId,
  fence: number,
  place: Key,
  writes: Write[],
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
  writes: Write[],
  carrier: number,
  isLost: (stood: Item | null) => boolean,
): Promise<void> {
  try {
    await table.transact(writes);
  } catch (error) {
    // What stood there tells a lost fence from another condition of the same write.
    const stood = error instanceof TransactionRefused ? error.failed[carrier] : undefined;
    if (stood !== undefined && isLost(stood)) throw new FenceLost(instance);
    throw error;
  }
}

const claimed = (writes: Write[], at: number, claims: Claim[], set: Record<string, unknown> = {}): Write[] =>
  writes.map((write, n) => {
    if (n !== at || !("update" in write)) return write;
    const also = Object.keys(set).length > 0 && { set: { ...write.set, ...set } };
    return { ...write, ...also, if: [...(write.if ?? []), ...claims] };
  });

const isSame = (a: Key, b: Key) => a.pk === b.pk && a.sk === b.sk;

const holdsFence = (instance: InstanceId, place: Key) =>
  isSame(place, keys.receiving(instance)) || isSame(place, keys.sending(instance));
