import { deflateSync } from "node:zlib";
import { proto } from "@whiskeysockets/baileys";
import type { LinkedDevice } from "../../store/devices-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { sendPeerMessage } from "../messages/send-peer-message.ts";
import { changeSettings } from "../settings/change-settings.ts";
import { nameSetting } from "../settings/name-setting.ts";
import { shareKeys } from "../settings/share-keys.ts";
import type { World } from "../world.ts";
import { historyOf } from "./history.ts";

const ProtocolType = proto.Message.ProtocolMessage.Type;

/** A phone sends a device it has just linked the keys for shared settings, then its history. */
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
    await sendPeerMessage(world, transaction, owner, device, historyMessage(history));
  }
  transaction.store.devices.markGreeted(device);
}

/** The history travels inside the notice: a notice by reference would be fetched from the real network's host. */
function historyMessage(history: proto.IHistorySync): proto.IMessage {
  const { syncType, progress } = history;
  return {
    protocolMessage: {
      type: ProtocolType.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType,
        progress,
        chunkOrder: 1,
        initialHistBootstrapInlinePayload: deflateSync(proto.HistorySync.encode(history).finish()),
      },
    },
  };
}
