import type { MessageRecord } from "../../core/records/message.ts";
import { findMessage } from "../../core/records/network-message.ts";
import { decodedMessage } from "../baileys/inbound/bounds/decode.ts";
import { type NetworkPerson, personNamed } from "../baileys/inbound/network-person.ts";
import { ownPerson, type People, withPrivateId } from "../baileys/inbound/people.ts";
import type { SealedNote } from "../baileys/inbound/read-act.ts";
import { type NoteUse, openNote, secretOf } from "../baileys/inbound/secret-note.ts";
import type { InboxContext } from "./inbox-context.ts";

/** A stored message that another message refers to, and the network id under which it was found. */
export interface FoundTarget {
  network_id: string;
  author: string;
  record: MessageRecord;
}

/** Returns the stored message with this id by one of these authors, or null if no such message is stored. */
export async function findByAuthors(
  { deps, owner: { instance_id } }: Pick<InboxContext, "deps" | "owner">,
  network_id: string,
  authors: readonly string[],
): Promise<FoundTarget | null> {
  for (const author of authors) {
    const record = await findMessage(deps, { instance_id, network_id, author });
    if (record) return { network_id, author, record };
  }
  return null;
}

/** The IDs by which a note may refer to people. */
export interface NoteIds {
  authors: string[];
  writers: string[];
}

/** Returns all IDs by which the note's sender may have referred to the message's author and to themselves. */
export async function noteIds(people: People, record: MessageRecord, doer: NetworkPerson): Promise<NoteIds> {
  const { participant, phone, network_chat } = record;
  const author =
    record.direction === "out" ? ownPerson(people) : personNamed(participant ?? phone ?? network_chat ?? "");
  return { authors: idsOf(await withPrivateId(author, people)), writers: idsOf(await withPrivateId(doer, people)) };
}

const idsOf = ({ phone, private_id, chat }: NetworkPerson): string[] => [
  ...(private_id === null ? [] : [private_id]),
  ...(phone ? [chat] : []),
];

/** Decrypts a note about a message with the message's secret. Returns null if the note can't be decrypted. */
export function clearNote(use: NoteUse, record: MessageRecord, ids: NoteIds, note: SealedNote): Buffer | null {
  const stored = record.network_bytes && decodedMessage(record.network_bytes);
  const secret = stored && secretOf(stored);
  return secret && record.network_id ? openNote(use, { id: record.network_id, secret }, ids, note) : null;
}
