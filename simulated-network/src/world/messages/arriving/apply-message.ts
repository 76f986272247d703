import { proto } from "@whiskeysockets/baileys";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { readContent } from "../../content/read-content.ts";
import { unwrap } from "../../content/unwrap.ts";
import type { World } from "../../world.ts";
import { applySealedEdit } from "./apply-edit.ts";
import { applyPollVote } from "./apply-poll-vote.ts";
import { applyProtocolMessage } from "./apply-protocol-message.ts";
import { applyReaction } from "./apply-reaction.ts";
import type { Arrival } from "./arrival.ts";

/** Applies a message on a phone: either changes an earlier message or shows a new one. */
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
    show(world, transaction, owner, arrival, message);
  }
}

/** Shows the message. If a message with the same id is already shown, that message stays unchanged. */
function show(
  world: World,
  transaction: Transaction,
  owner: Person,
  { id, chatId, author, form, at }: Arrival,
  message: proto.IMessage,
): void {
  const content = Buffer.from(proto.Message.encode(message).finish());
  const isOwn = author.phone === owner.phone;
  const isNew = transaction.store.messages.add({
    phone: owner.phone,
    id,
    chatId,
    author,
    addressedAs: form,
    content,
    at,
    status: isOwn ? "sent" : null,
  });
  const text = isNew && !isOwn ? readContent(content).text : null;
  if (!text) return;
  transaction.afterCommit(() => world.arrivals.note(owner.phone, { id, chat_id: chatId, from: author.phone, text }));
}
