import { proto } from "@whiskeysockets/baileys";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import type { World } from "../../world.ts";
import { openNote } from "../message-secret.ts";
import type { Arrival } from "./arrival.ts";

/** Applies an author's edit to their message. The message keeps its secret, which also encrypts the next edit. */
export function applyEdit(
  transaction: Transaction,
  owner: Person,
  arrival: Arrival,
  id: string,
  editedMessage: proto.IMessage | null | undefined,
): void {
  const target = transaction.store.messages.find(owner.phone, id);
  if (!target || !editedMessage || target.author.phone !== arrival.author.phone) return;
  if (target.chatId !== arrival.chatId) return;
  const { messageContextInfo } = proto.Message.decode(target.content);
  const content = proto.Message.encode({ ...editedMessage, messageContextInfo }).finish();
  transaction.store.messages.replaceContent(owner.phone, id, Buffer.from(content));
}

/** Applies an edit that was encrypted with the message's secret. */
export function applySealedEdit(
  world: World,
  transaction: Transaction,
  owner: Person,
  arrival: Arrival,
  sealed: proto.Message.ISecretEncryptedMessage,
): void {
  const id = sealed.targetMessageKey?.id ?? "";
  const target = transaction.store.messages.find(owner.phone, id);
  const author = transaction.store.people.byPhone(arrival.author.phone);
  const isEdit = sealed.secretEncType === proto.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT;
  const parts = { encPayload: Buffer.from(sealed.encPayload ?? []), encIv: Buffer.from(sealed.encIv ?? []) };
  const note = target && author && isEdit ? openNote("Message Edit", target, author, author, parts) : null;
  if (note) applyEdit(transaction, owner, arrival, id, proto.Message.decode(note).protocolMessage?.editedMessage);
  else world.log("edit_unreadable", { id: arrival.id });
}
