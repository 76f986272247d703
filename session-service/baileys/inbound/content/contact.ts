import type { proto } from "@whiskeysockets/baileys";
import { CONTENT_LIMITS } from "../../../../core/contracts/content/content-limits.ts";
import { type Foreign, foreign, takenItems } from "../bounds/foreign.ts";
import { takenCard, takenName, takenText } from "../bounds/texts.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";
import { type CardProperty, isCard, piecesOf, readCard, unescapedText } from "./vcard.ts";

const LONGEST_NUMBER_CHARS = 100;

/** Reads a contact card. */
export const readContact: ContentReader<"contactMessage"> = (part) => cardOf(part);

/**
 * Reads several cards. The first becomes the message's contact, and all of them are listed in the message. Spec:
 * Events, rule 3.
 */
export const readContacts: ContentReader<"contactsArrayMessage"> = (part) => {
  const cards = takenItems(part.contacts, CONTENT_LIMITS.contactsMax).map(cardOf);
  const [first] = cards;
  const contacts = cards.flatMap(({ contact }) => contact ?? []);
  return first ? { ...first, ...(cards.length > 1 && { details: { contacts } }) } : null;
};

/**
 * Reads a card. The phone is the card's WhatsApp number or, failing that, the number as written. Some phones put the
 * whole card into its name field.
 */
function cardOf({ displayName, vcard }: Foreign<proto.Message.IContactMessage>): ContentReading {
  const [shown, card] = [takenCard(displayName), takenCard(vcard)];
  const isMisplaced = isCard(shown);
  const properties = readCard(card === "" && isMisplaced ? shown : card);
  return {
    type: "contact",
    body: null,
    contact: {
      name: (isMisplaced ? null : takenName(displayName)) ?? takenName(foreign(nameOf(properties))),
      phone: takenText(foreign(phoneOf(properties)), LONGEST_NUMBER_CHARS),
      organization: takenName(foreign(organizationOf(properties))),
    },
  };
}

const valuesOf = (properties: readonly CardProperty[], name: string) =>
  properties.filter((one) => one.name === name && one.value.trim() !== "");

/** Returns the full name or, if there is none, the name parts in spoken order or, failing that, the nickname. */
function nameOf(properties: readonly CardProperty[]): string | null {
  const [full] = valuesOf(properties, "FN");
  if (full) return unescapedText(full.value);
  const [family = "", given = "", middle = "", before = "", after = ""] = piecesOf(
    valuesOf(properties, "N")[0]?.value ?? "",
  );
  const spoken = [before, given, middle, family, after].filter((part) => part !== "").join(" ");
  const [nickname] = valuesOf(properties, "NICKNAME");
  return spoken !== "" ? spoken : nickname ? unescapedText(nickname.value) : null;
}

function phoneOf(properties: readonly CardProperty[]): string | null {
  const phones = valuesOf(properties, "TEL");
  const ids = phones.map(({ params }) => params.get("WAID") ?? "");
  const [written] = phones;
  return (
    ids.find((id) => /^\d{5,20}$/.test(id)) ?? (written ? unescapedText(written.value).replace(/^tel:/i, "") : null)
  );
}

/** Returns the organization with its parts. */
function organizationOf(properties: readonly CardProperty[]): string | null {
  const [organization] = valuesOf(properties, "ORG");
  return (
    piecesOf(organization?.value ?? "")
      .filter((part) => part !== "")
      .join(", ") || null
  );
}
