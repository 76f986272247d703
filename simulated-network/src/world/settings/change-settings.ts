import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { appStateKey } from "../app-state/app-state-key.ts";
import type { Collection } from "../app-state/collections.ts";
import { sealPatch } from "../app-state/seal-patch.ts";
import type { Setting } from "../app-state/setting.ts";
import type { World } from "../world.ts";
import { readPatches } from "./read-patches.ts";
import { storePatch } from "./store-patch.ts";
import { tellDevices } from "./tell-devices.ts";
import { valueMacAt } from "./value-mac-at.ts";

/**
 * Changes settings on the phone itself. Creates one patch per collection, and sends the linked devices a single notice
 * that lists all of the collections.
 */
export function changeSettings(
  world: World,
  transaction: Transaction,
  owner: Person,
  settings: readonly Setting[],
): void {
  if (settings.length === 0) return;
  const key = appStateKey(owner, transaction.store.appStates.latestKey(owner.phone));
  const versions = new Map<Collection, number>();
  for (const [collection, own] of Map.groupBy(settings, (setting) => setting.collection)) {
    const before = readPatches(world, transaction, owner, collection);
    const macAt = valueMacAt(transaction, owner, collection);
    const patch = sealPatch(collection, own, key, before, macAt, transaction.now);
    versions.set(collection, storePatch(transaction, owner, collection, patch));
    readPatches(world, transaction, owner, collection);
  }
  tellDevices(world, transaction, owner, 0, versions);
}
