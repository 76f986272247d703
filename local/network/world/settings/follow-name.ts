import { decodePatches, newLTHashState, proto } from "@whiskeysockets/baileys";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { appStateKey } from "./app-state-key.ts";

/** The collection with an account's name. */
const NAME_COLLECTION = "critical_block";

/** Takes over the owner's name from the settings, where a device may have changed it. */
export async function followName(transaction: Transaction, owner: Person, collection: string): Promise<void> {
  if (collection !== NAME_COLLECTION) return;
  const patches = transaction.store.account
    .appStatePatches(owner.phone, collection, 0)
    .map((bytes) => proto.SyncdPatch.decode(bytes));
  const keyData = proto.Message.AppStateSyncKeyData.fromObject({ keyData: appStateKey(owner) });
  const { mutationMap } = await decodePatches(collection, patches, newLTHashState(), async () => keyData, {});
  for (const { syncAction } of Object.values(mutationMap)) {
    const name = syncAction.value?.pushNameSetting?.name;
    if (name && name !== owner.name) transaction.store.people.change(owner.phone, { ...owner, name });
  }
}
