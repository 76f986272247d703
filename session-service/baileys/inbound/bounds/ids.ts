import { type NetworkParty, parseParty } from "../../shared/network-ids.ts";
import type { ForeignText } from "./foreign.ts";

type Given = ForeignText | null | undefined;

/** A network address as it was written, and the person, group or channel it belongs to. */
export interface Address {
  id: string;
  party: NetworkParty;
}

/** The pattern of the network's ids. Real ids have at most about 40 characters. Up to 200 fit as part of a key. */
const NETWORK_ID = /^[\w.:=+/@-]{1,200}$/;
const SERVER_ID = /^\d{1,20}$/;
/**
 * Matches addresses: `15550001002@s.whatsapp.net`, `9001:3@lid`, `1203630200000-1700000000@g.us`, `status@broadcast`.
 */
const ADDRESS = /^[\w.:-]{1,64}@[a-z.]{1,32}$/;

/** Returns the network's id for a message, a call or a notification, or null if the value isn't a valid id. */
export const takenId = (given: Given): string | null => matching(given, NETWORK_ID);

/** Returns a post's number in its channel, or null if the value isn't a valid number. */
export const takenServerId = (given: Given): string | null => matching(given, SERVER_ID);

/** Returns the network's address for a person, a group or a channel, or null if the value isn't a valid address. */
export const takenAddress = (given: Given): string | null => matching(given, ADDRESS);

/** Parses an address and determines who or what it belongs to, or returns null if it is invalid. */
export function takenParty(given: Given): Address | null {
  const id = takenAddress(given);
  return id === null ? null : { id, party: parseParty(id) };
}

function matching(given: Given, pattern: RegExp): string | null {
  const text: unknown = given;
  return typeof text === "string" && pattern.test(text) ? text : null;
}
