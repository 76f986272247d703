import { proto } from "@whiskeysockets/baileys";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { unwrap } from "../../content/unwrap.ts";
import type { World } from "../../world.ts";
import { applySealedEdit } from "./apply-edit.ts";
import { applyPollVote } from "./apply-poll-vote.ts";
import { applyProtocolMessage } from "./apply-protocol-message.ts";
import { applyReaction } from "./apply-reaction.ts";
import type { Arrival } from "./arrival.ts";

/** Applies a message to a phone: it changes an earlier message, or it is shown. */
export async function applyMessage(
  world: World,
  transaction: Transaction,
  owner: Person,
  arrival: Arrival,
  message: proto.IMessage,
): Promise<void> {
  const content = unwrap(message);
  if (content.protocolMessage) {
    await applyProtocolMessage(world, transaction, owner, arrival, content.protocolMessage);
  } else if (content.reactionMessage) {
    applyReaction(transaction, owner, arrival, content.reactionMessage);
  } else if (content.secretEncryptedMessage) {
    applySealedEdit(world, transaction, owner, arrival, content.secretEncryptedMessage);
  } else if (content.pollUpdateMessage) {
    applyPollVote(world, transaction, owner, arrival, content.pollUpdateMessage);
  } else if (arrival.peer) {
    world.log("unknown_peer_message", { id: arrival.id });
  } else {
    transaction.store.messages.add({
      phone: owner.phone,
      id: arrival.id,
      chatId: arrival.chatId,
      author: arrival.author,
      addressedAs: arrival.form,
      content: Buffer.from(proto.Message.encode(message).finish()),
      at: arrival.at,
      status: arrival.author.phone === owner.phone ? "sent" : null,
    });
  }
}
