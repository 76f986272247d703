import { proto } from "@whiskeysockets/baileys";
import { chatIdOf } from "../../../format/addresses.ts";
import { seconds } from "../../../format/nodes.ts";
import type { InboxMessage } from "../../../store/messages-table.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import type { World } from "../../world.ts";
import { sendPeerMessage } from "../send-peer-message.ts";
import type { Arrival } from "./arrival.ts";

/**
 * Answers a linked device that asks its phone for a copy of a message it could not decrypt. All other requests, such as
 * those for older history or media, are only logged.
 */
export async function answerPeerRequest(
  world: World,
  transaction: Transaction,
  owner: Person,
  arrival: Arrival,
  protocol: proto.Message.IProtocolMessage,
): Promise<void> {
  const request = protocol.peerDataOperationRequestMessage;
  const type = request?.peerDataOperationRequestType;
  const device = transaction.store.devices.find(arrival.author);
  if (type !== proto.Message.PeerDataOperationRequestType.PLACEHOLDER_MESSAGE_RESEND || !device) {
    world.log("unknown_peer_request", { id: arrival.id, type: type ?? "none" });
    return;
  }
  const results = (request?.placeholderMessageResendRequest ?? []).flatMap(({ messageKey }) => {
    const message = transaction.store.messages.find(owner.phone, messageKey?.id ?? "");
    if (!message) return [];
    return [{ placeholderMessageResendResponse: { webMessageInfoBytes: encodeCopy(owner, message) } }];
  });
  if (results.length === 0) return;
  await sendPeerMessage(world, transaction, owner, device, {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        peerDataOperationRequestType: type,
        stanzaId: arrival.id,
        peerDataOperationResult: results,
      },
    },
  });
}

function encodeCopy(owner: Person, message: InboxMessage): Uint8Array {
  const copy = {
    key: { remoteJid: message.chatId, fromMe: message.author.phone === owner.phone, id: message.id },
    message: proto.Message.decode(message.content),
    messageTimestamp: seconds(message.at),
    participant: chatIdOf(message.author.phone),
  };
  return proto.WebMessageInfo.encode(copy).finish();
}
