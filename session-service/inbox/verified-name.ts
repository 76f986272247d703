import { foreign } from "../baileys/inbound/bounds/foreign.ts";
import { takenAddress, takenParty } from "../baileys/inbound/bounds/ids.ts";
import { takenName } from "../baileys/inbound/bounds/texts.ts";
import type { ContactChange } from "../baileys/settings/contact-change.ts";
import type { WAMessage } from "../baileys/shared/raw.ts";
import type { SessionCaches } from "../baileys/shared/ttl-cache.ts";

/**
 * Returns a business message's verified name, at most once per hour and name, because every such message contains it
 * and storing it costs reads. Store the name after the message, since the message may be from a new person.
 */
export function newVerifiedName(message: WAMessage, known: SessionCaches["verifiedNames"]): ContactChange | null {
  const { key, verifiedBizName } = foreign<WAMessage>(message);
  const chat = takenParty(key?.remoteJid);
  const name = takenName(verifiedBizName);
  const isPersons = chat?.party.kind === "phone" || chat?.party.kind === "private";
  if (!chat || !isPersons || key?.fromMe === true || name === null || known.get(chat.id) === name) return null;
  known.set(chat.id, name);
  return { contact: chat.id, other: takenAddress(key?.remoteJidAlt), what: { kind: "verified", name } };
}
