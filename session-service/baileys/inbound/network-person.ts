import { phoneChat, privateChat, privateUserOf } from "../../../core/domain/messages/chat-id.ts";

/** A person and their known ids: the phone, the private id, or both. */
export interface NetworkPerson {
  /** The phone, or null if it is hidden or not known yet. */
  phone: string | null;
  /** The person's private id, `…@lid`, or null if unknown. */
  private_id: string | null;
  /** The person's name in the gateway: the phone, or the private id if the phone is hidden. */
  name: string;
  /** The network's id of the chat with this person. */
  chat: string;
}

/** Returns the person with this phone, private id, or both. @param privateUser the private id without its `@lid`. */
export function personOf(phone: string | null, privateUser: string | null): NetworkPerson {
  const private_id = privateUser === null ? null : privateChat(privateUser);
  const hidden = private_id ?? privateChat("");
  return { phone, private_id, name: phone ?? hidden, chat: phone === null ? hidden : phoneChat(phone) };
}

/** Returns the person whose messages are stored under this name. */
export function personNamed(name: string): NetworkPerson {
  const privateUser = privateUserOf(name);
  return privateUser === null ? personOf(name, null) : personOf(null, privateUser);
}
