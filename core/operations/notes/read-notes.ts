import { ID_PREFIXES, type NoteId } from "../../contracts/ids.ts";
import { keptSince } from "../../domain/chats/kept-since.ts";
import { idBound } from "../../domain/ulid-bound.ts";
import { type NoteRecord, noteRecords } from "../../records/chats/chat-note.ts";
import type { StoredChat } from "../../records/chats/stored-chat.ts";
import { joinedForm } from "../../records/person-forms.ts";
import { keys } from "../../store/keys.ts";
import type { Key, Table } from "../../store/table.ts";

/** A stored note and its key. */
export type FoundNote = NoteRecord & Key;

/**
 * A page of a chat's notes. The next page, with older notes, starts after the id in `next`, which is null on the last
 * page.
 */
export interface NotesPage {
  notes: FoundNote[];
  next: NoteId | null;
}

/**
 * Reads a chat's notes, newest first. They are collected from every key that the chat has ever been stored under, such
 * as the private id from before the phone number was known, or another form of the number. Notes from before the chat
 * was deleted, and notes older than 30 days, are left out.
 * @param after returns only notes older than the note with this id.
 */
export async function readNotes(
  table: Table,
  chat: StoredChat,
  { limit, after = null }: { limit: number; after?: string | null },
  now: Date,
): Promise<NotesPage> {
  const read = (name: string) => newestOf(table, chat, { name, count: limit + 1, after, now });
  const found = (await Promise.all(namesOf(chat).map(read))).flat();
  const sorted = found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const notes = sorted.slice(0, limit);
  return { notes, next: sorted.length > limit ? (notes.at(-1)?.id ?? null) : null };
}

/** Finds a note in a chat. Returns null if the note doesn't exist or no longer exists. */
export async function findNote(table: Table, chat: StoredChat, id: string, now: Date): Promise<FoundNote | null> {
  if (id < idBound(ID_PREFIXES.note, keptSince(chat.record, now))) return null;
  const items = await table.getMany(namesOf(chat).map((name) => keys.note(chat.instance_id, name, id)));
  return noteRecords.orNull(items[0]);
}

/** Returns the keys that the chat's notes are stored under. */
function namesOf(chat: StoredChat): string[] {
  if (chat.type !== "person") return [chat.key];
  return [chat.key, chat.record.private_id, joinedForm(chat.key, chat.record)].filter(
    (name) => typeof name === "string",
  );
}

async function newestOf(
  table: Table,
  { instance_id, record }: StoredChat,
  { name, count, after, now }: { name: string; count: number; after: string | null; now: Date },
): Promise<FoundNote[]> {
  const { pk, sk: from } = keys.note(instance_id, name, idBound(ID_PREFIXES.note, keptSince(record, now)));
  const { sk: before } = keys.note(instance_id, name, after ?? LAST);
  const { items } = await table.query({ pk, from, before, limit: count, descending: true });
  return items.map(noteRecords.of);
}

/** A string that sorts after every note id. */
const LAST = `${ID_PREFIXES.note}_~`;
