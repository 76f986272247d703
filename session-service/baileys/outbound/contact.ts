import type { ContactContent } from "../../../core/domain/messages/message-content.ts";
import { generate } from "./generate.ts";
import type { Encoder } from "./outbound.ts";

/** Encodes a contact card. */
export const encodeContact: Encoder<ContactContent> = (out, content, chat) =>
  generate(out, chat, {
    contacts: { displayName: content.name, contacts: [{ displayName: content.name, vcard: writeVcard(content) }] },
  });

/**
 * Returns a card in the format that phones use (vCard 3.0, lines terminated by \n). `waid` lets the recipient start a
 * chat with the number.
 */
export function writeVcard({ name, phone, organization }: Omit<ContactContent, "kind">): string {
  return [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:;${escaped(name)};;;`,
    `FN:${escaped(name)}`,
    ...(organization ? [`ORG:${escaped(organization)};`] : []),
    `TEL;type=CELL;type=VOICE;waid=${phone}:+${phone}`,
    "END:VCARD",
  ].join("\n");
}

/**
 * Escapes a text value (RFC 2426, 4). Without this, a line break of any kind would let the sender add lines of their
 * own.
 */
function escaped(value: string): string {
  return value
    .replaceAll("\\", "\\\\")
    .replace(/[,;]/g, "\\$&")
    .replace(/\r\n|[\n\r\u0085\u2028\u2029]/g, "\\n");
}
