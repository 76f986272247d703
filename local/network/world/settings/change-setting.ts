import { decodePatches, encodeSyncdPatch, newLTHashState, proto, type WAPatchCreate } from "@whiskeysockets/baileys";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";
import { APP_STATE_KEY_ID, appStateKey } from "./app-state-key.ts";
import { storePatch } from "./store-patch.ts";

/** The phone itself changes one of the account's settings; its linked devices learn of it. */
export async function changeSetting(
  world: World,
  transaction: Transaction,
  owner: Person,
  change: WAPatchCreate,
): Promise<void> {
  const keyData = proto.Message.AppStateSyncKeyData.fromObject({ keyData: appStateKey(owner) });
  const findKey = async () => keyData;
  const patches = transaction.store.account
    .appStatePatches(owner.phone, change.type, 0)
    .map((bytes) => proto.SyncdPatch.decode(bytes));
  const { state } = await decodePatches(change.type, patches, newLTHashState(), findKey, {});
  const { patch } = await encodeSyncdPatch(change, APP_STATE_KEY_ID.toString("base64"), state, findKey);
  storePatch(world, transaction, owner, 0, change.type, patch);
}

/** The setting with the name that others see; a linked device learns its own name only from it. */
export function nameSetting(name: string): WAPatchCreate {
  return {
    type: "critical_block",
    index: ["setting_pushName"],
    syncAction: { pushNameSetting: { name } },
    apiVersion: 1,
    operation: proto.SyncdMutation.SyncdOperation.SET,
  };
}
