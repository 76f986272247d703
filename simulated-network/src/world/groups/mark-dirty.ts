import { dirtyNotice } from "../../delivery/dirty-notice.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";

/** Tells a person's linked devices, now or when they reconnect, that they may have missed changes. */
export function markDirty(world: World, transaction: Transaction, owner: Person, type: string): void {
  const mark = { type, at: transaction.now };
  for (const device of transaction.store.devices.of(owner.phone)) {
    transaction.store.dirtyMarks.set(device, mark);
    transaction.afterCommit(() => world.live.connectionOf(device)?.write(dirtyNotice(mark)));
  }
}
