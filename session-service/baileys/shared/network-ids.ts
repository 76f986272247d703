import { jidDecode, jidNormalizedUser } from "@whiskeysockets/baileys";

/**
 * The network's ids, built and parsed only here. A person has a phone id (`<digits>@s.whatsapp.net`) and usually a
 * private id (`<number>@lid`). Either id can contain a device (`…:3@…`), which does not identify the person.
 */

/** The kinds of network IDs: of a person, a group, a channel, the statuses, or anything else. */
export type NetworkParty =
  | { kind: "phone"; phone: string }
  | { kind: "private"; user: string }
  | { kind: "group" }
  | { kind: "channel" }
  | { kind: "status" }
  | { kind: "other" };

/** Returns an ID without its device. */
export const withoutDevice = (id: string) => jidNormalizedUser(id);

/**
 * Matches the digits of phones and private ids. Real ones have at most 15 digits. More than 20 digits are refused,
 * because the digits become part of keys.
 */
const DIGITS = /^\d{1,20}$/;

/** Parses a network id. */
export function parseParty(id: string): NetworkParty {
  const decoded = jidDecode(id);
  if (!decoded) return { kind: "other" };
  switch (decoded.server) {
    case "s.whatsapp.net":
    case "c.us":
    case "hosted":
      return DIGITS.test(decoded.user) ? { kind: "phone", phone: decoded.user } : { kind: "other" };
    case "lid":
    case "hosted.lid":
      return DIGITS.test(decoded.user) ? { kind: "private", user: decoded.user } : { kind: "other" };
    case "g.us":
      return { kind: "group" };
    case "newsletter":
      return { kind: "channel" };
    case "broadcast":
      return id.startsWith("status@") ? { kind: "status" } : { kind: "other" };
    default:
      return { kind: "other" };
  }
}

/** The address for sending messages to a chat, and the chat's kind. */
export interface ChatAddress {
  id: string;
  kind: NetworkParty["kind"];
}

/** Returns the chat with this ID. */
export const chatAt = (id: string): ChatAddress => ({ id, kind: parseParty(id).kind });

/** Returns the linked number's digits from the session's own ID. @throws if it isn't a phone's ID. */
export function parseOwnPhone(ownId: string): string {
  const party = parseParty(ownId);
  if (party.kind !== "phone") throw new Error("The session's own id is not a phone's.");
  return party.phone;
}
