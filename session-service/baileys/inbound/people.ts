import { makePhoneChat, makePrivateChat, type NetworkParty, parseParty } from "../ids.ts";
import type { AuthStore } from "../keys/auth-store.ts";
import type { TakenKey } from "./bounds/stanza.ts";

/** What the session knows of people's two ids, and its own two; asks nobody. */
export interface People {
  /** A private id's phone; null: hidden, or not known yet. */
  phoneOf(privateUser: string): Promise<string | null>;
  /** A phone's private id; null: not known. */
  privateOf(phone: string): Promise<string | null>;
  ownPhone: string | null;
  ownPrivate: string | null;
}

/** A person as the network named them, completed by what is known; one of both is never null. */
export interface Person {
  phone: string | null;
  privateUser: string | null;
}

/** The pairs as the library stores them among the session's keys. */
export function peopleOf(store: AuthStore): People {
  async function paired(id: string): Promise<string | null> {
    if (store.isClosed()) return null;
    const found = await store.keys.get("lid-mapping", [id]);
    return found[id] ?? null;
  }
  const { me } = store.creds;
  const [own, ownPrivate] = [parseParty(me?.id ?? ""), parseParty(me?.lid ?? "")];
  return {
    phoneOf: (privateUser) => paired(`${privateUser}_reverse`),
    privateOf: paired,
    ownPhone: own.kind === "phone" ? own.phone : null,
    ownPrivate: ownPrivate.kind === "private" ? ownPrivate.user : null,
  };
}

/** The addresses by which a message is placed. */
export type Addresses = Pick<TakenKey, "remoteJid" | "participant"> & Partial<TakenKey>;

/** Who wrote a message; of one of our own in a chat with one person, whom it is for. null: no person. */
export function otherSide(key: Addresses, people: People): Promise<Person | null> {
  return parseParty(key.remoteJid ?? "").kind === "group"
    ? findPerson(key.participant, key.participantAlt, people)
    : findPerson(key.remoteJid, key.remoteJidAlt, people);
}

/** Completes a person. @param alternate their other id, when the network named it too. */
export async function findPerson(
  id: string | null | undefined,
  alternate: string | null | undefined,
  people: People,
): Promise<Person | null> {
  const named = parseParty(id ?? "");
  // A message of our own may name ourselves as the other id.
  const other = isOwn(parseParty(alternate ?? ""), people) ? null : parseParty(alternate ?? "");
  const privateUser = userOf(named) ?? (other && userOf(other));
  const phone = phoneOf(named) ?? (other && phoneOf(other)) ?? (privateUser && (await people.phoneOf(privateUser)));
  return phone === null && privateUser === null ? null : { phone, privateUser };
}

/** Whether an id is the linked number's own. */
export function isOwn(party: NetworkParty, { ownPhone, ownPrivate }: People): boolean {
  if (party.kind === "phone") return party.phone === ownPhone;
  return party.kind === "private" && party.user === ownPrivate;
}

/** How a person is named in the gateway: by phone, or by private id when the number is hidden. */
export function personName({ phone, privateUser }: Person): string {
  return phone ?? makePrivateChat(privateUser ?? "");
}

/** The network's chat with a person. */
export function chatOf({ phone, privateUser }: Person): string {
  return phone === null ? makePrivateChat(privateUser ?? "") : makePhoneChat(phone);
}

/** Every id under which the network may speak of a person. */
export async function idsOf({ phone, privateUser }: Person, people: People): Promise<string[]> {
  const user = privateUser ?? (phone && (await people.privateOf(phone)));
  return [...(user ? [makePrivateChat(user)] : []), ...(phone ? [makePhoneChat(phone)] : [])];
}

/** The linked number as a person. */
export const ownPerson = ({ ownPhone, ownPrivate }: People): Person => ({ phone: ownPhone, privateUser: ownPrivate });

/** Whose message a key names: `out`, or every name under which the writer's messages may be stored. */
export async function authorsOf(key: Addresses, people: People): Promise<string[]> {
  if (key.fromMe || isOwn(parseParty(key.participant ?? ""), people)) return ["out"];
  const person = await otherSide(key, people);
  if (!person) return [];
  const hidden = person.privateUser ?? (person.phone && (await people.privateOf(person.phone)));
  return [...(person.phone ? [person.phone] : []), ...(hidden ? [makePrivateChat(hidden)] : [])];
}

const phoneOf = (party: NetworkParty) => (party.kind === "phone" ? party.phone : null);
const userOf = (party: NetworkParty) => (party.kind === "private" ? party.user : null);
