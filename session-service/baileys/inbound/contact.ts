import type { proto } from "@whiskeysockets/baileys";
import { cleanName, cleanText } from "./clean-text.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";

const LONGEST_CARD_CHARS = 50_000;

/** A contact card. */
export const readContact: ContentReader<"contactMessage"> = (part) => cardOf(part);

/** Several cards: the first is given. Spec: Events, rule 3. */
export const readContacts: ContentReader<"contactsArrayMessage"> = (part) => {
  const first = part.contacts?.[0];
  return first ? cardOf(first) : null;
};

/** The number on the network when the card has one, else as it is written there. */
function cardOf({ displayName, vcard }: proto.Message.IContactMessage): ContentReading {
  // A long line may be folded: it goes on after a line break and a blank.
  const card = (cleanText(vcard, LONGEST_CARD_CHARS) ?? "").replace(/\r?\n[ \t]/g, "");
  const networkNumber = /;waid=(\d{5,20})/i.exec(card)?.[1];
  return {
    type: "contact",
    body: null,
    contact: {
      name: cleanName(displayName) ?? cleanName(field(card, "FN")),
      phone: networkNumber ?? cleanName(field(card, "TEL")?.replace(/^tel:/i, "")),
      organization: cleanName(field(card, "ORG")),
    },
  };
}

/** The value of a card's first line of this name, whatever parameters and group the line has; null: there is none. */
function field(card: string, name: string): string | null {
  for (const line of card.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const [lineName = ""] = line.slice(0, Math.max(0, colon)).split(";");
    if (lineName.replace(/^item\d+\./i, "").toUpperCase() !== name) continue;
    const value = unescaped(line.slice(colon + 1).trim());
    if (value !== "") return value;
  }
  return null;
}

const unescaped = (value: string) =>
  value
    .replace(/;+$/, "")
    .replace(/\\n/gi, "\n")
    .replace(/\\([,;:\\])/g, "$1");
