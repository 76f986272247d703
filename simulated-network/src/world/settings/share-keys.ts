import { proto } from "@whiskeysockets/baileys";
import type { LinkedDevice } from "../../store/devices-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { appStateKey } from "../app-state/app-state-key.ts";
import { sendPeerMessage } from "../messages/send-peer-message.ts";
import type { World } from "../world.ts";

/** Sends a linked device all of its phone's keys for shared settings, newest last. */
export async function shareKeys(
  world: World,
  transaction: Transaction,
  owner: Person,
  device: LinkedDevice,
): Promise<void> {
  const latest = transaction.store.appStates.latestKey(owner.phone);
  const fingerprint = { rawId: 1, currentIndex: 0, deviceIndexes: [0] };
  const keys = Array.from({ length: latest }, (_, before) => {
    const { id, data } = appStateKey(owner, before + 1);
    return { keyId: { keyId: id }, keyData: { keyData: data, fingerprint, timestamp: transaction.now.getTime() } };
  });
  await sendPeerMessage(world, transaction, owner, device, {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
      appStateSyncKeyShare: { keys },
    },
  });
}
