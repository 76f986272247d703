import type { Note } from "../../../../../core/contracts/chats/note.ts";
import type { Message } from "../../../../../core/contracts/message.ts";
import { writtenAt } from "./days.ts";

/** An entry in a chat: either a message or one of the team's notes. */
export type Entry = { message: Message; note?: undefined } | { note: Note; message?: undefined };

/** Returns when an entry was written. */
export const entryAt = ({ message, note }: Entry): string => (message ? writtenAt(message) : note.created_at);

/**
 * Inserts notes between messages, each before the first message written after it. The messages keep their order, which
 * isn't always chronological. @param messages oldest first. @param notes oldest first.
 */
export function withNotes(messages: readonly Message[], notes: readonly Note[]): Entry[] {
  const entries: Entry[] = [];
  let next = 0;
  for (const message of messages) {
    const at = Date.parse(writtenAt(message));
    for (let note = notes[next]; note && Date.parse(note.created_at) < at; note = notes[next]) {
      entries.push({ note });
      next++;
    }
    entries.push({ message });
  }
  return [...entries, ...notes.slice(next).map((note) => ({ note }))];
}
