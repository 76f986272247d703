import type { IncomingMessage } from "../../../core/operations/receiving/incoming-message.ts";
import type { Address } from "./bounds/ids.ts";
import type { Stanza, TakenKey } from "./bounds/stanza.ts";
import type { NetworkPerson } from "./network-person.ts";
import { findPerson, isOwn, ownPerson, type People, withPrivateId } from "./people.ts";

/** Which chat a message is in and whose it is, as a stored message says it. */
export type Parties = Pick<IncomingMessage, "chat_id" | "phone" | "person" | "participant" | "private_id">;

/** Finds out whose message it is, once. @returns null: it is in no chat with a person or a group, or of nobody. */
export async function partiesOf({ key }: Stanza, people: People): Promise<Parties | null> {
  const { kind } = key.chat.party;
  if (kind !== "phone" && kind !== "private" && kind !== "group") return null;
  const person = await otherSide(key, people);
  if (!person) return null;
  const { phone, private_id, name } = person;
  if (kind !== "group") return { chat_id: person.chat, phone, person: name, private_id, participant: null };
  return { chat_id: key.chat.id, phone: key.fromMe ? null : phone, person: name, private_id, participant: name };
}

/** The person who acted on a message: the writer of the stanza. null: nobody that can be named. */
export async function doerOf({ key }: Stanza, people: People): Promise<NetworkPerson | null> {
  return key.fromMe ? ownPerson(people) : otherSide(key, people);
}

/** Whose message a key names: `out`, or every name under which the writer's messages may be stored. */
export async function authorsOf(key: TakenKey, people: People): Promise<string[]> {
  if (key.fromMe || (key.writer && isOwn(key.writer.party, people))) return ["out"];
  const person = await otherSide(key, people);
  if (!person) return [];
  const { phone, private_id } = await withPrivateId(person, people);
  return [phone, private_id].filter((name) => name !== null);
}

/** Whose message is at an address: `out`, or the name of its writer; null: nobody that can be named. */
export async function authorAt({ party }: Address, people: People): Promise<string | null> {
  return isOwn(party, people) ? "out" : ((await findPerson(party, null, people))?.name ?? null);
}

/** The writer of a message, or the recipient of one of our own in a chat with one person. null: no person. */
function otherSide({ chat, chatAlt, writer, writerAlt }: TakenKey, people: People): Promise<NetworkPerson | null> {
  const [named, alternate] = chat?.party.kind === "group" ? [writer, writerAlt] : [chat, chatAlt];
  return findPerson(named?.party ?? null, alternate?.party ?? null, people);
}
