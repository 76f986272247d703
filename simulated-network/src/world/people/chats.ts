import { type AddressForm, chatIdOf, parseAddress, personAddress } from "../../format/addresses.ts";
import type { Channel } from "../../store/channels/channels-table.ts";
import type { Group } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { STATUS_ROOM } from "./room.ts";

/** A destination for messages. `id` is the chat's id in the sandbox API. */
export type Chat =
  | { readonly kind: "person"; readonly id: string; readonly person: Person }
  | { readonly kind: "group"; readonly id: string; readonly group: Group }
  | { readonly kind: "status"; readonly id: string }
  | { readonly kind: "channel"; readonly id: string; readonly channel: Channel };

/** Returns the chat with a person. */
export function chatWith(person: Person): Chat {
  return { kind: "person", id: chatIdOf(person.phone), person };
}

/** Returns a group's chat. */
export function chatOfGroup(group: Group): Chat {
  return { kind: "group", id: group.id, group };
}

/** Returns the chat at an address in any form, or null if there is none. */
export function chatAt(transaction: Transaction, address: string | undefined): Chat | null {
  if (address === STATUS_ROOM.id) return { kind: "status", id: address };
  const group = transaction.store.groups.find(address ?? "");
  if (group) return chatOfGroup(group);
  const channel = transaction.store.channels.find(address ?? "");
  if (channel && channel.state !== "DELETED") return { kind: "channel", id: channel.id, channel };
  const person = transaction.store.people.at(parseAddress(address));
  return person && chatWith(person);
}

/**
 * Returns the form of address that people in a chat use for each other. It is the private id if any of them hides their
 * number.
 */
export function formIn(chat: Chat, writer: Person): AddressForm {
  if (writer.hide_number) return "lid";
  if (chat.kind === "group") return chat.group.form;
  if (chat.kind === "status") return STATUS_ROOM.form;
  return chat.kind === "person" && chat.person.hide_number ? "lid" : "pn";
}

/** Returns a chat's address as used in this writer's messages. */
export function chatAddress(chat: Chat, writer: Person): string {
  return chat.kind === "person" ? personAddress(chat.person, formIn(chat, writer)) : chat.id;
}
