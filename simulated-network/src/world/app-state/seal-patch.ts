import type { proto } from "@whiskeysockets/baileys";
import type { AppState } from "../../store/settings/app-states-table.ts";
import type { AppStateKey } from "./app-state-key.ts";
import type { Collection } from "./collections.ts";
import { patchMac, snapshotMac } from "./macs.ts";
import { readMutation, sealMutation } from "./mutation.ts";
import { mutationKeys } from "./mutation-keys.ts";
import { nextHash } from "./next-hash.ts";
import type { Setting } from "./setting.ts";

/**
 * Builds the patch that takes a collection to its next version. As on a phone, a single patch contains all of the
 * settings.
 */
export function sealPatch(
  collection: Collection,
  settings: readonly Setting[],
  { id, data }: AppStateKey,
  before: AppState,
  valueMacAt: (indexMac: Buffer) => Buffer | null,
  now: Date,
): proto.ISyncdPatch {
  const keys = mutationKeys(data);
  const mutations = settings.map((setting) => sealMutation(setting, id, keys, now));
  const sealed = mutations.map(readMutation);
  const version = before.version + 1;
  const snapshot = snapshotMac(keys.snapshotMac, nextHash(before.hash, sealed, valueMacAt), version, collection);
  const values = sealed.map(({ valueMac }) => valueMac);
  return {
    snapshotMac: snapshot,
    patchMac: patchMac(keys.patchMac, snapshot, values, version, collection),
    keyId: { id },
    mutations,
  };
}
