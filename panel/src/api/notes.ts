import { call } from "./call.ts";
import { pagesOf } from "./query.ts";

/** A colleague's note is seen within this time. */
const EVERY_MS = 30_000;
const PAGE = 100;

/** The team's notes in a chat, newest first, page by page. */
export const notesQuery = (instance: string, chat: string) =>
  pagesOf("notes.list", { at: { id: instance, chat }, query: { limit: PAGE } }, { refetchInterval: EVERY_MS });

/** Writes a note, which is never sent. @param key the same for each attempt, so that retries never write it twice. */
export const createNote = (instance: string, chat: string, text: string, key: string) =>
  call("notes.create", { at: { id: instance, chat }, body: { text }, idempotencyKey: key });

/** Changes one's own note. */
export const updateNote = (instance: string, chat: string, note: string, text: string) =>
  call("notes.update", { at: { id: instance, chat, note }, body: { text } });

/** Deletes a note. */
export const deleteNote = (instance: string, chat: string, note: string) =>
  call("notes.delete", { at: { id: instance, chat, note } });
