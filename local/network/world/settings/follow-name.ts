import { decodePatches, newLTHashState, proto } from "@whiskeysockets/baileys";
import type { Person } from "../../store/people-table.ts";
import type { Turn } from "../../store/turns.ts";
import { appStateKey } from "./app-state-key.ts";

/** The collection with an account's name. */
const NAME_COLLECTION = "critical_block";

/** Takes over the owner's name from the settings, where a device may have changed it. */
export async function followName(turn: Turn, owner: Person, collection: string): Promise<void> {
  if (collection !== NAME_COLLECTION) return;
  const patches = turn.store.account
    .appStatePatches(owner.phone, collection, 0)
    .map((bytes) => proto.SyncdPatch.decode(bytes));
  const keyData = proto.Message.AppStateSyncKeyData.fromObject({ keyData: appStateKey(owner) });
  const { mutationMap } = await decodePatches(collection, patches, newLTHashState(), async () => keyData, {});
  for (const { syncAction } of Object.values(mutationMap)) {
    const name = syncAction.value?.pushNameSetting?.name;
    if (name && name !== owner.name) turn.store.people.change(owner.phone, { ...owner, name });
  }
}
