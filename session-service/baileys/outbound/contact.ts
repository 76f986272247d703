import type { ContactContent } from "../../../core/domain/messages/message-content.ts";
import { generate } from "./generate.ts";
import type { Encoder } from "./outbound.ts";

/** A contact card. */
export const encodeContact: Encoder<ContactContent> = (out, content, chat) =>
  generate(out, chat, {
    contacts: { displayName: content.name, contacts: [{ displayName: content.name, vcard: writeVcard(content) }] },
  });

/** A card as phones write it (vCard 3.0, lines ended by \n). `waid` lets the reader start a chat with the number. */
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

/** RFC 2426, 4: a text value. Otherwise any kind of line break would start a line of the sender's choice. */
function escaped(value: string): string {
  return value
    .replaceAll("\\", "\\\\")
    .replace(/[,;]/g, "\\$&")
    .replace(/\r\n|[\n\r\u0085\u2028\u2029]/g, "\\n");
}
