import type { proto } from "@whiskeysockets/baileys";
import { CONTENT_LIMITS } from "../../../../core/contracts/content/content-limits.ts";
import { trimEnd } from "../../../../core/domain/trim-end.ts";
import { type Foreign, foreign, takenItems } from "../bounds/foreign.ts";
import { takenName, takenText } from "../bounds/texts.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";

const LONGEST_CARD_CHARS = 50_000;
const LONGEST_NUMBER_CHARS = 100;
/** Characters read of one field, before unescaping shortens it. */
const LONGEST_FIELD_CHARS = 2_000;

/** A contact card. */
export const readContact: ContentReader<"contactMessage"> = (part) => cardOf(part);

/** Several cards: the first is the message's contact, and all of them are beside it. Spec: Events, rule 3. */
export const readContacts: ContentReader<"contactsArrayMessage"> = (part) => {
  const cards = takenItems(part.contacts, CONTENT_LIMITS.contactsMax).map(cardOf);
  const [first] = cards;
  const contacts = cards.flatMap(({ contact }) => contact ?? []);
  return first ? { ...first, ...(cards.length > 1 && { details: { contacts } }) } : null;
};

/** Reads a card; the phone is its number on the network if it has one, else the number as it is written. */
function cardOf({ displayName, vcard }: Foreign<proto.Message.IContactMessage>): ContentReading {
  // A long line may be folded: it continues after a line break and a blank.
  const card = (takenText(vcard, LONGEST_CARD_CHARS) ?? "").replace(/\r?\n[ \t]/g, "");
  const networkNumber = /;waid=(\d{5,20})/i.exec(card)?.[1];
  const written = (field(card, "TEL") ?? "").replace(/^tel:/i, "");
  return {
    type: "contact",
    body: null,
    contact: {
      name: takenName(displayName) ?? takenName(foreign<string | null>(field(card, "FN"))),
      phone: networkNumber ?? takenText(foreign<string>(written), LONGEST_NUMBER_CHARS),
      organization: takenName(foreign<string | null>(field(card, "ORG"))),
    },
  };
}

/** The value of a card's first line with this name, whatever parameters and group the line has; null: there is none. */
function field(card: string, name: string): string | null {
  for (const line of card.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const [lineName = ""] = line.slice(0, Math.max(0, colon)).split(";", 1);
    if (lineName.replace(/^item\d+\./i, "").toUpperCase() !== name) continue;
    const value = unescaped(line.slice(colon + 1, colon + 1 + LONGEST_FIELD_CHARS).trim());
    if (value !== "") return value;
  }
  return null;
}

const unescaped = (value: string) =>
  trimEnd(value, ";")
    .replace(/\\n/gi, "\n")
    .replace(/\\([,;:\\])/g, "$1");
