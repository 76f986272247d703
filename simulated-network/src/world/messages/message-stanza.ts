import type { BinaryNode } from "@whiskeysockets/baileys";
import { type AddressForm, deviceAddress, personAddress } from "../../format/addresses.ts";
import { type Attributes, node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";

/** A copy of a message that isn't addressed to a device yet. */
export interface MessageCopy {
  readonly id: string;
  readonly author: Person;
  readonly authorDevice: number;
  /** The recipient of the original message. */
  readonly chat: Person;
  readonly form: AddressForm;
  readonly at: Date;
  /** The `type`, `edit`, and `category` attributes of the author's stanza. */
  readonly attributes: Attributes;
  readonly content: BinaryNode[];
}

/**
 * Builds the stanza that delivers a copy to one of the `recipient`'s devices. For the author's own devices, it names
 * the chat instead of the sender. A client refuses `recipient` on messages that aren't its own. On messages that are
 * its own, it would mistake the sender's private id for the chat's.
 */
export function messageStanza(copy: MessageCopy, recipient: Person): BinaryNode {
  const { author, chat, form } = copy;
  const attributes = {
    from: deviceAddress(author, copy.authorDevice, form),
    id: copy.id,
    t: seconds(copy.at),
    notify: author.name,
    ...copy.attributes,
  };
  const names = recipient.phone === author.phone ? namesOfChat(chat, form) : namesOfSender(author, form);
  return node("message", { ...attributes, ...names }, copy.content);
}

function namesOfChat(chat: Person, form: AddressForm): Attributes {
  const recipient = personAddress(chat, form);
  if (form === "pn") return { recipient, peer_recipient_lid: personAddress(chat, "lid") };
  const number = chat.hide_number ? undefined : personAddress(chat, "pn");
  return { recipient, peer_recipient_pn: number, addressing_mode: "lid" };
}

function namesOfSender(author: Person, form: AddressForm): Attributes {
  if (form === "pn") return { sender_lid: personAddress(author, "lid") };
  return { sender_pn: author.hide_number ? undefined : personAddress(author, "pn"), addressing_mode: "lid" };
}
