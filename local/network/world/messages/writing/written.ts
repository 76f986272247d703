import type { proto } from "@whiskeysockets/baileys";
import { type Attributes, node } from "../../../format/nodes.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Chat } from "../../people/chats.ts";
import { mediaTypeOf, stanzaTypeOf } from "./stanza-type.ts";

/** A message a person wrote on a phone. */
export interface Written {
  readonly id: string;
  readonly author: Person;
  readonly chat: Chat;
  readonly at: Date;
  readonly message: proto.IMessage;
  /** Linked devices only learn that there is something to look at once, on the phone. */
  readonly withheld: boolean;
}

/** What the stanza says of a message besides who and when. */
export function stanzaAttributes({ message }: Written): Attributes {
  return { type: stanzaTypeOf(message), edit: editOf(message) };
}

/** What the encrypted part says of its content. */
export function encAttributes({ message }: Written): Attributes {
  return { v: 2, mediatype: mediaTypeOf(message) };
}

/** In place of a copy that is withheld. */
export const WITHHELD = node("unavailable", { type: "view_once" });

/** Marks of messages that change another one, as the network knows them. */
function editOf({ protocolMessage, secretEncryptedMessage }: proto.IMessage): string | undefined {
  if (protocolMessage?.editedMessage || secretEncryptedMessage) return "1";
  if (!protocolMessage?.key) return undefined;
  return protocolMessage.key.fromMe ? "7" : "8";
}
