import type { proto } from "@whiskeysockets/baileys";
import { type Attributes, node } from "../../../format/nodes.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Chat } from "../../people/chats.ts";
import { mediaTypeOf, stanzaTypeOf } from "./stanza-type.ts";

/** A message that a person has written on a phone. */
export interface Written {
  readonly id: string;
  readonly author: Person;
  readonly chat: Chat;
  readonly at: Date;
  readonly message: proto.IMessage;
  /**
   * Whether this is a view-once message that linked devices do not receive. They are informed only that the phone has
   * it.
   */
  readonly withheld: boolean;
}

/** Returns the stanza attributes that depend on the kind of message. */
export function stanzaAttributes({ message }: Written): Attributes {
  return { type: stanzaTypeOf(message), edit: editOf(message) };
}

/** Returns the attributes of the encrypted part. */
export function encAttributes({ message }: Written): Attributes {
  return { v: 2, mediatype: mediaTypeOf(message) };
}

/** The node sent instead of a copy that is withheld. */
export const WITHHELD = node("unavailable", { type: "view_once" });

/** Returns the network's number for the kind of change, if the message changes another message. */
function editOf({ protocolMessage, secretEncryptedMessage }: proto.IMessage): string | undefined {
  if (protocolMessage?.editedMessage || secretEncryptedMessage) return "1";
  if (!protocolMessage?.key) return undefined;
  return protocolMessage.key.fromMe ? "7" : "8";
}
