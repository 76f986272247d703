import { post } from "../../delivery/post.ts";
import { personAddress } from "../../format/addresses.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { passReceipt } from "../messages/receipts.ts";
import type { Chat } from "../people/chats.ts";
import { roomAt } from "../people/room.ts";
import type { World } from "../world.ts";
import { changeSettings } from "./change-settings.ts";
import { chatSettings } from "./chat-settings.ts";
import { settingAddress } from "./setting-address.ts";

/**
 * Opens a chat on its owner's phone and marks it as read. The authors of unread messages get receipts. In a one-to-one
 * chat, the owner's devices receive a single receipt that lists all of the messages.
 */
export function readChat(world: World, transaction: Transaction, owner: Person, chat: Chat): void {
  const ids = transaction.store.chatReading.unread(owner.phone, chat.id);
  for (const id of ids) confirmRead(world, transaction, owner, chat, id);
  if (chat.kind === "person" && ids.length > 0) tellOwnDevices(world, transaction, owner, chat, ids);
  changeSettings(world, transaction, owner, chatSettings(transaction, owner, chat, { read: true }));
}

function confirmRead(world: World, transaction: Transaction, owner: Person, chat: Chat, id: string): void {
  const message = transaction.store.messages.find(owner.phone, id);
  const author = message && transaction.store.people.byPhone(message.author.phone);
  if (!author) return;
  const room = roomAt(transaction, chat.id) ?? undefined;
  passReceipt(world, transaction, owner, 0, author, { messageId: id, kind: "read", form: message.addressedAs, room });
}

function tellOwnDevices(world: World, transaction: Transaction, owner: Person, chat: Chat, ids: string[]): void {
  const [id = "", ...others] = ids;
  const items = others.map((other) => node("item", { id: other }));
  const attributes = {
    from: personAddress(owner, "pn"),
    recipient: settingAddress(transaction, owner, chat),
    id,
    type: "read-self",
    t: seconds(transaction.now),
  };
  const stanza = node("receipt", attributes, items.length > 0 ? [node("list", {}, items)] : undefined);
  for (const device of transaction.store.devices.of(owner.phone)) {
    post(world, transaction, device, stanza, { class: "receipt", type: "read-self" });
  }
}
