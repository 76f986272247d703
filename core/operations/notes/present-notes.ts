import type { Note } from "../../contracts/chats/note.ts";
import type { AccountId } from "../../contracts/ids.ts";
import type { NoteRecord } from "../../records/chats/chat-note.ts";
import type { StoredChat } from "../../records/chats/stored-chat.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { presentAssignee, shownChatId } from "../chats/present-chat.ts";

/** Builds one note in the form customers see, with its author's current name. */
export async function presentNote(table: Table, account: AccountId, chat: StoredChat, note: NoteRecord): Promise<Note> {
  const [shown] = await presentNotes(table, account, chat, [note]);
  if (!shown) throw new Error("One note was given, and none came back.");
  return shown;
}

/** Builds the notes of one chat in the form customers see, in the given order, with their authors' current names. */
export async function presentNotes(
  table: Table,
  account: AccountId,
  chat: StoredChat,
  notes: readonly NoteRecord[],
): Promise<Note[]> {
  const authors = new Set(notes.flatMap(({ user_id }) => user_id ?? []));
  const items = authors.size === 0 ? [] : await table.getMany([...authors].map((id) => keys.accountUser(account, id)));
  return notes.map(({ id, text, user_id, key_id, created_at, edited_at }) => ({
    id,
    instance_id: chat.instance_id,
    chat_id: shownChatId(chat),
    text,
    author: user_id === null ? null : presentAssignee(items, account, user_id),
    key_id,
    created_at,
    edited_at,
  }));
}
