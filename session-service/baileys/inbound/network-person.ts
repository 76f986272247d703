import { phoneChat, privateChat, privateUserOf } from "../../../core/domain/messages/chat-id.ts";

/** A person with the ids that are known: their phone, their private id, or both. */
export interface NetworkPerson {
  /** null if hidden, or not known yet. */
  phone: string | null;
  /** Their private id, `…@lid`; null if not known. */
  private_id: string | null;
  /** How the gateway names them: by phone, or by private id if the number is hidden. */
  name: string;
  /** The network's chat with them. */
  chat: string;
}

/** Returns the person with this phone, private id, or both. @param privateUser the private id without its `@lid`. */
export function personOf(phone: string | null, privateUser: string | null): NetworkPerson {
  const private_id = privateUser === null ? null : privateChat(privateUser);
  const hidden = private_id ?? privateChat("");
  return { phone, private_id, name: phone ?? hidden, chat: phone === null ? hidden : phoneChat(phone) };
}

/** Returns the person by the name under which their message is stored. */
export function personNamed(name: string): NetworkPerson {
  const privateUser = privateUserOf(name);
  return privateUser === null ? personOf(name, null) : personOf(null, privateUser);
}
