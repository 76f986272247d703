import { changedWrites } from "../../../core/store/some-writes.ts";
import type { Claim, Table, Write } from "../../../core/store/table.ts";
import type { Tampering } from "./lane-sim.ts";

type Update = Extract<Write, { update: unknown }>;

/** Predicates for the kinds of writes to a lane's header. */
export const isHeadUpdate = (write: Write): write is Update => "update" in write && write.update.sk === "HEAD";
export const isClose = (write: Write) => isHeadUpdate(write) && (write.remove ?? []).includes("run");
export const isStart = (write: Write) => isHeadUpdate(write) && write.add?.fence !== undefined;
/** Whether this is the claim, made when a run starts, that the lease is free or has expired. */
export const isOfLease = (claim: Claim) => "field" in claim && (claim.field === "run" || claim.field === "until");
export const isWake = (write: Write) => isHeadUpdate(write) && write.set?.wake_at !== undefined && !isClose(write);
export const isRenewal = (write: Write) =>
  isHeadUpdate(write) && write.set?.until !== undefined && !isStart(write) && !isClose(write);

/** Changes writes before they take effect. */
export const changing = (change: (write: Write) => Write): Tampering => ({
  table: (table) => ({
    ...passing(table),
    write: (write) => table.write(change(write)),
    transact: (writes) => table.transact(changedWrites(writes, change)),
  }),
});

/** Returns the table's methods as plain functions, so that they can be replaced individually. */
export function passing(table: Table): Table {
  return {
    get: (key) => table.get(key),
    getMany: (keys) => table.getMany(keys),
    query: (range) => table.query(range),
    write: (write) => table.write(write),
    transact: (writes) => table.transact(writes),
  };
}

/** Removes the entire condition from the selected writes. */
export const without = (which: (write: Write) => boolean): Tampering =>
  changing((write) => (which(write) ? { ...write, if: [] } : write));

/** Removes the selected claims from the conditions of the selected writes. */
export const withoutClaim = (which: (write: Write) => boolean, drop: (claim: Claim) => boolean): Tampering =>
  changing((write) => (which(write) ? { ...write, if: (write.if ?? []).filter((claim) => !drop(claim)) } : write));

/** Creates a sweep that finds nothing in one of its two partitions. */
export const sweepWithout = (partition: string): Tampering => ({
  table: (table) => ({
    ...passing(table),
    query: async (range) => (range.pk.startsWith(partition) ? { items: [], more: false } : table.query(range)),
  }),
});
