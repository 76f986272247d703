import { proto } from "@whiskeysockets/baileys";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { appStateKey } from "../app-state/app-state-key.ts";
import { COLLECTIONS } from "../app-state/collections.ts";
import { snapshotMac } from "../app-state/macs.ts";
import { mutationKeys } from "../app-state/mutation-keys.ts";
import type { World } from "../world.ts";
import { readPatches } from "./read-patches.ts";

/**
 * Uploads an encrypted snapshot of each non-empty collection from the phone to the media host. New devices receive the
 * snapshot, plus any later patches.
 *
 * @returns the version of each collection.
 */
export function makeSnapshots(world: World, transaction: Transaction, owner: Person): Record<string, number> {
  const { appPatches, appStates } = transaction.store;
  const { id, data } = appStateKey(owner, appStates.latestKey(owner.phone));
  const made: Record<string, number> = {};
  for (const collection of COLLECTIONS) {
    const { version, hash } = readPatches(world, transaction, owner, collection);
    if (version === 0) continue;
    const snapshot = proto.SyncdSnapshot.encode({
      version: { version },
      records: appStates.records(owner.phone, collection).map((record) => proto.SyncdRecord.decode(record)),
      mac: snapshotMac(mutationKeys(data).snapshotMac, hash, version, collection),
      keyId: { id },
    }).finish();
    const { fileLength, ...file } = world.media.put(Buffer.from(snapshot), "app_state");
    const reference = proto.ExternalBlobReference.encode({ ...file, fileSizeBytes: fileLength }).finish();
    appPatches.setSnapshot(owner.phone, collection, version, Buffer.from(reference));
    made[collection] = version;
  }
  return made;
}
