import { deflateSync } from "node:zlib";
import { proto } from "@whiskeysockets/baileys";
import type { LinkedDevice } from "../../store/devices-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { sendPeerMessage } from "../messages/send-peer-message.ts";
import { APP_STATE_KEY_ID, appStateKey } from "../settings/app-state-key.ts";
import { changeSetting, nameSetting } from "../settings/change-setting.ts";
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
  if (transaction.store.account.appStateVersion(owner.phone, name.type) === 0)
    await changeSetting(world, transaction, owner, name);
  await sendPeerMessage(world, transaction, owner, device, appStateKeys(owner, transaction.now));
  for (const history of historyOf(transaction, owner)) {
    await sendPeerMessage(world, transaction, owner, device, historyMessage(history));
  }
  transaction.store.devices.markGreeted(device);
}

function appStateKeys(owner: Person, now: Date): proto.IMessage {
  const fingerprint = { rawId: 1, currentIndex: 0, deviceIndexes: [0] };
  const key = {
    keyId: { keyId: APP_STATE_KEY_ID },
    keyData: { keyData: appStateKey(owner), fingerprint, timestamp: now.getTime() },
  };
  return {
    protocolMessage: { type: ProtocolType.APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: { keys: [key] } },
  };
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
