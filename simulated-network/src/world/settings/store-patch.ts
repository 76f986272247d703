import { proto } from "@whiskeysockets/baileys";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { Collection } from "../app-state/collections.ts";

/**
 * Adds a patch to a collection.
 *
 * @returns the collection's new version. Patches are uploaded without their version, so it is added to the stored
 * patch.
 */
export function storePatch(
  transaction: Transaction,
  owner: Person,
  collection: Collection,
  patch: proto.ISyncdPatch,
): number {
  const version = transaction.store.appPatches.version(owner.phone, collection) + 1;
  const stored = Buffer.from(proto.SyncdPatch.encode({ ...patch, version: { version } }).finish());
  transaction.store.appPatches.add(owner.phone, collection, { version, patch: stored });
  return version;
}
