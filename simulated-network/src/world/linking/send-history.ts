import { deflateSync } from "node:zlib";
import { proto } from "@whiskeysockets/baileys";
import type { LinkedDevice } from "../../store/devices-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { sendPeerMessage } from "../messages/send-peer-message.ts";
import type { World } from "../world.ts";

/**
 * Sends a part of a phone's history to a device.
 *
 * @param byReference whether to store the part encrypted on the media host and put only its path in the notice, as the
 * real network does with RECENT chunks. Otherwise, the notice contains the part itself.
 */
export async function sendHistory(
  world: World,
  transaction: Transaction,
  owner: Person,
  device: LinkedDevice,
  history: proto.IHistorySync,
  byReference: boolean,
): Promise<void> {
  const { syncType, progress, chunkOrder, conversations } = history;
  const packed = deflateSync(proto.HistorySync.encode(history).finish());
  const times = (conversations ?? []).flatMap(({ messages }) =>
    (messages ?? []).map(({ message }) => Number(message?.messageTimestamp ?? 0)),
  );
  await sendPeerMessage(world, transaction, owner, device, {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType,
        progress,
        chunkOrder: chunkOrder ?? 1,
        oldestMsgInChunkTimestampSec: times.reduce((oldest, time) => Math.min(oldest, time), times[0] ?? 0),
        ...(byReference ? reference(world, packed) : { initialHistBootstrapInlinePayload: packed }),
      },
    },
  });
}

function reference(world: World, packed: Buffer): proto.Message.IHistorySyncNotification {
  const { directPath, mediaKey, fileSha256, fileEncSha256, fileLength } = world.media.put(packed, "history");
  return { directPath, mediaKey, fileSha256, fileEncSha256, fileLength };
}
