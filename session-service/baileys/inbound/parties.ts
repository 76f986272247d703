import type { IncomingMessage } from "../../../core/operations/receiving/incoming-message.ts";
import type { NamedChat } from "../../../core/records/message-chat.ts";
import type { Address } from "./bounds/ids.ts";
import type { Stanza, TakenKey } from "./bounds/stanza.ts";
import type { NetworkPerson } from "./network-person.ts";
import { findPerson, isOwn, ownPerson, type People, withPrivateId } from "./people.ts";

/** A message's chat and sender, in the form used by stored messages. */
export type Parties = Pick<IncomingMessage, "chat_id" | "phone" | "person" | "participant" | "private_id">;

/**
 * Determines a message's chat and sender. @returns null if the chat isn't with a person or a group, or if the sender
 * can't be determined.
 */
export async function partiesOf({ key }: Stanza, people: People): Promise<Parties | null> {
  const { kind } = key.chat.party;
  if (kind !== "phone" && kind !== "private" && kind !== "group") return null;
  const person = await otherSide(key, people);
  if (!person) return null;
  const { phone, private_id, name } = person;
  if (kind !== "group") return { chat_id: person.chat, phone, person: name, private_id, participant: null };
  return { chat_id: key.chat.id, phone: key.fromMe ? null : phone, person: name, private_id, participant: name };
}

/** Returns the person who acted on a message, i.e. the stanza's sender, or null if that person can't be determined. */
export async function doerOf({ key }: Stanza, people: People): Promise<NetworkPerson | null> {
  return key.fromMe ? ownPerson(people) : otherSide(key, people);
}

/**
 * Returns the author of the message that a key refers to: `out`, or every name under which the author's messages may be
 * stored.
 */
export async function authorsOf(key: TakenKey, people: People): Promise<string[]> {
  if (key.fromMe || (key.writer && isOwn(key.writer.party, people))) return ["out"];
  const person = await otherSide(key, people);
  if (!person) return [];
  return namesOf(await withPrivateId(person, people));
}

/**
 * Returns everyone who may have written the message that a key refers to, most likely first. In a chat with one person,
 * this includes the other side, because some phones do not mark a message as their own and its key then appears to
 * refer to its recipient. Use this only for acts that either side may perform.
 */
export async function possibleAuthors(key: TakenKey, people: People): Promise<string[]> {
  const named = await authorsOf(key, people);
  const kind = key.chat?.party.kind;
  if (kind !== "phone" && kind !== "private") return named;
  const other = named.includes("out") ? await authorsOf({ ...key, fromMe: false, writer: null }, people) : ["out"];
  return [...named, ...other];
}

/** Returns the author at an address: `out`, the person's name, or null if the author can't be determined. */
export async function authorAt({ party }: Address, people: People): Promise<string | null> {
  return isOwn(party, people) ? "out" : ((await findPerson(party, null, people))?.name ?? null);
}

/**
 * Returns a message's sender or, for our own message in a chat with one person, its recipient, or null if there is no
 * person.
 */
function otherSide({ chat, chatAlt, writer, writerAlt }: TakenKey, people: People): Promise<NetworkPerson | null> {
  const [named, alternate] = chat?.party.kind === "group" ? [writer, writerAlt] : [chat, chatAlt];
  return findPerson(named?.party ?? null, alternate?.party ?? null, people);
}

/**
 * Returns the chat at an address, with every name under which the person's messages may be stored. @param alternate the
 * chat's other id.
 */
export async function chatNamed(address: Address, alternate: Address | null, people: People): Promise<NamedChat> {
  const { kind } = address.party;
  if (kind !== "phone" && kind !== "private") return { chat_id: address.id, person: [] };
  if (isOwn(address.party, people)) return { chat_id: null, person: namesOf(ownPerson(people)) };
  const person = await findPerson(address.party, alternate?.party ?? null, people);
  return { chat_id: null, person: person ? namesOf(await withPrivateId(person, people)) : [] };
}

/** Returns the names under which a person may be stored: phone and private id. */
export const namesOf = ({ phone, private_id }: NetworkPerson): string[] =>
  [phone, private_id].filter((name) => name !== null);
