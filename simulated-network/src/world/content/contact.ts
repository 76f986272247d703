import type { proto } from "@whiskeysockets/baileys";
import { type ContactView, type ContentView, EMPTY_VIEW } from "./content-view.ts";

/** Parses a contact card, or the first card if there are several. */
export function readContact(message: proto.IMessage): ContentView | null {
  const card = message.contactMessage ?? message.contactsArrayMessage?.contacts?.[0];
  if (!card) return null;
  const vcard = card.vcard ?? "";
  const contact = {
    name: card.displayName || field(vcard, "FN"),
    phone: vcard.match(/;waid=(\d+)/i)?.[1] ?? field(vcard, "TEL"),
    organization: field(vcard, "ORG"),
  };
  return { ...EMPTY_VIEW, type: "contact", contact };
}

/** Builds a contact card as phones send it. */
export function writeContact(contact: ContactView): proto.IMessage {
  return { contactMessage: card(contact) };
}

/** Builds a message with several contact cards. */
export function writeContacts(contacts: readonly ContactView[]): proto.IMessage {
  return { contactsArrayMessage: { displayName: `${contacts.length} contacts`, contacts: contacts.map(card) } };
}

/** Builds a vCard 3.0 as phones write it, with a number that can be tapped. */
function card(contact: ContactView): proto.Message.IContactMessage {
  const lines = ["BEGIN:VCARD", "VERSION:3.0", `FN:${escaped(contact.name ?? "")}`];
  if (contact.organization) lines.push(`ORG:${escaped(contact.organization)};`);
  if (contact.phone) lines.push(`TEL;type=CELL;waid=${contact.phone}:+${contact.phone}`);
  return { displayName: contact.name, vcard: [...lines, "END:VCARD"].join("\n") };
}

/** Returns the value of a line in the card, whatever the line's parameters, or null if there is no such line. */
function field(vcard: string, name: string): string | null {
  const value = vcard.match(new RegExp(`^(?:item\\d+\\.)?${name}(?:;[^:]*)?:(.*)$`, "im"))?.[1]?.trim();
  return value?.replace(/;$/, "").replace(/\\([,;\\])/g, "$1") || null;
}

function escaped(value: string): string {
  return value.replace(/([\\,;])/g, "\\$1").replace(/\n/g, "\\n");
}
