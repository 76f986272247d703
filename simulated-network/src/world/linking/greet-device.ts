import type { LinkedDevice } from "../../store/devices-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { changeSettings } from "../settings/change-settings.ts";
import { nameSetting } from "../settings/name-setting.ts";
import { shareKeys } from "../settings/share-keys.ts";
import type { World } from "../world.ts";
import { historyOf } from "./history.ts";
import { sendHistory } from "./send-history.ts";
import { sendRecentPast } from "./send-recent-past.ts";

/** Makes the phone send a newly linked device the keys for shared settings, and then the history. */
export async function greetDevice(
  world: World,
  transaction: Transaction,
  owner: Person,
  device: LinkedDevice,
): Promise<void> {
  const name = nameSetting(owner.name);
  if (transaction.store.appPatches.version(owner.phone, name.collection) === 0)
    changeSettings(world, transaction, owner, [name]);
  if (!world.faults.isOn("withhold_settings_keys")) await shareKeys(world, transaction, owner, device);
  for (const history of historyOf(transaction, owner)) {
    await sendHistory(world, transaction, owner, device, history, false);
  }
  await sendRecentPast(world, transaction, owner, device);
  transaction.store.devices.markGreeted(device);
}
