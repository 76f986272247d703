import { proto } from "@whiskeysockets/baileys";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { isAdmin } from "../../groups/permissions.ts";
import type { World } from "../../world.ts";
import { answerPeerRequest } from "./answer-peer-request.ts";
import { applyEdit } from "./apply-edit.ts";
import type { Arrival } from "./arrival.ts";

const Type = proto.Message.ProtocolMessage.Type;

/** Applies deletions, edits, changes to the disappearing-message timer, and requests from the owner's other devices. */
export async function applyProtocolMessage(
  world: World,
  transaction: Transaction,
  owner: Person,
  arrival: Arrival,
  protocol: proto.Message.IProtocolMessage,
): Promise<void> {
  switch (protocol.type) {
    case Type.REVOKE:
      if (mayTakeBack(transaction, owner, arrival, protocol))
        transaction.store.messages.markDeleted(owner.phone, targetOf(protocol));
      return;
    case Type.MESSAGE_EDIT:
      applyEdit(transaction, owner, arrival, targetOf(protocol), protocol.editedMessage);
      return;
    case Type.EPHEMERAL_SETTING:
      transaction.store.chatTimers.set(owner.phone, arrival.chatId, {
        sec: protocol.ephemeralExpiration ?? 0,
        setAt: arrival.at.getTime(),
      });
      return;
    case Type.PEER_DATA_OPERATION_REQUEST_MESSAGE:
      if (arrival.author.phone === owner.phone) await answerPeerRequest(world, transaction, owner, arrival, protocol);
      return;
    default:
      world.log("unknown_protocol_message", { id: arrival.id, type: protocol.type ?? "none" });
  }
}

function targetOf(protocol: proto.Message.IProtocolMessage): string {
  return protocol.key?.id ?? "";
}

/** Whether a message may be deleted: only by its author or a group admin, and only from within the same chat. */
function mayTakeBack(
  transaction: Transaction,
  owner: Person,
  arrival: Arrival,
  protocol: proto.Message.IProtocolMessage,
): boolean {
  const target = transaction.store.messages.find(owner.phone, targetOf(protocol));
  if (target?.chatId !== arrival.chatId) return false;
  if (target.author.phone === arrival.author.phone) return true;
  const group = transaction.store.groups.find(arrival.chatId);
  return group !== null && isAdmin(transaction, group, arrival.author.phone);
}
