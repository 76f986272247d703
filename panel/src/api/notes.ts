import { call } from "./call.ts";
import { pagesOf } from "./query.ts";

/** How often notes are polled. A colleague's note appears within this time. */
const EVERY_MS = 30_000;
const PAGE = 100;

/** The paginated query for the team's notes in a chat, newest first. */
export const notesQuery = (instance: string, chat: string) =>
  pagesOf("notes.list", { at: { id: instance, chat }, query: { limit: PAGE } }, { refetchInterval: EVERY_MS });

/**
 * Adds a note to a chat. Notes are never sent. @param key the idempotency key. It is the same for every attempt, so
 * retries never create the note twice.
 */
export const createNote = (instance: string, chat: string, text: string, key: string) =>
  call("notes.create", { at: { id: instance, chat }, body: { text }, idempotencyKey: key });

/** Changes a note that the user wrote. */
export const updateNote = (instance: string, chat: string, note: string, text: string) =>
  call("notes.update", { at: { id: instance, chat, note }, body: { text } });

/** Deletes a note. */
export const deleteNote = (instance: string, chat: string, note: string) =>
  call("notes.delete", { at: { id: instance, chat, note } });
