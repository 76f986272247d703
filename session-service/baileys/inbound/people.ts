import type { AuthStore } from "../keys/auth-store.ts";
import { type NetworkParty, parseParty } from "../shared/network-ids.ts";
import { type NetworkPerson, personOf } from "./network-person.ts";

/** The linked number's two ids, and the id pairs stored for other people. Never queries the network. */
export interface People {
  /** Returns the phone for a private id, or null if it is hidden or not yet known. */
  phoneOf(privateUser: string): Promise<string | null>;
  /** Returns the private id for a phone number, or null if unknown. */
  privateOf(phone: string): Promise<string | null>;
  ownPhone: string | null;
  ownPrivate: string | null;
}

/** Provides the id pairs that the library stores with the session's keys. */
export function peopleOf(store: AuthStore): People {
  async function paired(id: string): Promise<string | null> {
    if (store.isClosed()) return null;
    const found = await store.keys.get("lid-mapping", [id]);
    return found[id] ?? null;
  }
  const { me } = store.creds;
  return {
    phoneOf: (privateUser) => paired(`${privateUser}_reverse`),
    privateOf: paired,
    ownPhone: phoneIn(parseParty(me?.id ?? "")),
    ownPrivate: privateUserIn(parseParty(me?.lid ?? "")),
  };
}

/** Whether an address is the linked number's own. */
export function isOwn(party: NetworkParty, { ownPhone, ownPrivate }: People): boolean {
  if (party.kind === "phone") return party.phone === ownPhone;
  return party.kind === "private" && party.user === ownPrivate;
}

/** Returns the linked number as a person. */
export const ownPerson = ({ ownPhone, ownPrivate }: People): NetworkPerson => personOf(ownPhone, ownPrivate);

/**
 * Finds the person at an address, with their phone if known. @param alternate their other address, if the network also
 * specified it. @returns null if the address doesn't belong to a person.
 */
export async function findPerson(
  named: NetworkParty | null,
  alternate: NetworkParty | null,
  people: People,
): Promise<NetworkPerson | null> {
  // In our own messages, the other id may be our own.
  const other = alternate && isOwn(alternate, people) ? null : alternate;
  const privateUser = privateUserIn(named) ?? privateUserIn(other);
  const phone = phoneIn(named) ?? phoneIn(other) ?? (privateUser && (await people.phoneOf(privateUser)));
  return phone === null && privateUser === null ? null : personOf(phone, privateUser);
}

/** Returns the person, with their private id added if known. */
export async function withPrivateId(person: NetworkPerson, people: People): Promise<NetworkPerson> {
  if (person.private_id !== null || !person.phone) return person;
  return personOf(person.phone, await people.privateOf(person.phone));
}

const phoneIn = (party: NetworkParty | null) => (party?.kind === "phone" ? party.phone : null);
const privateUserIn = (party: NetworkParty | null) => (party?.kind === "private" ? party.user : null);
