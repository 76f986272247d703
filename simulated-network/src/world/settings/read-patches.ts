import { proto } from "@whiskeysockets/baileys";
import type { Person } from "../../store/people-table.ts";
import type { AppState } from "../../store/settings/app-states-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { appStateKeyAt } from "../app-state/app-state-key.ts";
import type { Collection } from "../app-state/collections.ts";
import { patchMac, snapshotMac } from "../app-state/macs.ts";
import { openMutation, readMutation, type SealedMutation } from "../app-state/mutation.ts";
import { type MutationKeys, mutationKeys } from "../app-state/mutation-keys.ts";
import { nextHash } from "../app-state/next-hash.ts";
import type { World } from "../world.ts";
import { showSetting } from "./show-setting.ts";
import { valueMacAt } from "./value-mac-at.ts";

/**
 * Processes all patches, from any author, that a phone hasn't processed yet, and shows their effects. Errors in a patch
 * are logged and the rest of it is still applied, so one bad patch from a client doesn't break the account's settings.
 */
export function readPatches(world: World, transaction: Transaction, owner: Person, collection: Collection): AppState {
  const { appPatches, appStates } = transaction.store;
  let state = appStates.state(owner.phone, collection);
  for (const { version, patch } of appPatches.after(owner.phone, collection, state.version, -1)) {
    const decoded = proto.SyncdPatch.decode(patch);
    const mutations = (decoded.mutations ?? []).map(readMutation);
    const hash = nextHash(state.hash, mutations, valueMacAt(transaction, owner, collection));
    state = { version, hash };
    const keys = keysOf(transaction, owner, decoded.keyId?.id);
    const problem = keys ? wrongCode(decoded, mutations, keys, collection, state) : "its key is unknown";
    if (problem) world.log("wrong_patch", { collection, version, problem });
    for (const mutation of mutations) take(world, transaction, owner, collection, mutation);
  }
  appStates.setState(owner.phone, collection, state);
  return state;
}

/** Checks a patch's MACs. @returns a plain description of what doesn't match, or null if everything does. */
function wrongCode(
  patch: proto.ISyncdPatch,
  mutations: readonly SealedMutation[],
  keys: MutationKeys,
  collection: Collection,
  { version, hash }: AppState,
): string | null {
  const snapshot = Buffer.from(patch.snapshotMac ?? []);
  const values = mutations.map(({ valueMac }) => valueMac);
  const isIntact = patchMac(keys.patchMac, snapshot, values, version, collection).equals(
    Buffer.from(patch.patchMac ?? []),
  );
  if (!isIntact) return "the patch's code does not fit";
  return snapshotMac(keys.snapshotMac, hash, version, collection).equals(snapshot)
    ? null
    : "the code of the whole collection does not fit";
}

function take(
  world: World,
  transaction: Transaction,
  owner: Person,
  collection: Collection,
  mutation: SealedMutation,
): void {
  const { appStates } = transaction.store;
  if (mutation.operation === "remove") appStates.removeRecord(owner.phone, collection, mutation.indexMac);
  else appStates.setRecord(owner.phone, collection, mutation.indexMac, mutation.record);
  try {
    const keys = keysOf(transaction, owner, mutation.keyId);
    if (keys) showSetting(transaction, owner, openMutation(mutation, keys));
  } catch (error) {
    world.log("wrong_setting", { collection, problem: error instanceof Error ? error.message : String(error) });
  }
}

function keysOf(transaction: Transaction, owner: Person, id: Uint8Array | null | undefined): MutationKeys | null {
  const key = appStateKeyAt(owner, transaction.store.appStates.latestKey(owner.phone), id ?? Buffer.alloc(0));
  return key && mutationKeys(key.data);
}
