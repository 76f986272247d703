import type { Note } from "../../../../../core/contracts/chats/note.ts";
import type { Message } from "../../../../../core/contracts/message.ts";
import { writtenAt } from "./days.ts";

/** A line of a thread: a message, or a note of the team. */
export type Entry = { message: Message; note?: undefined } | { note: Note; message?: undefined };

/** When a line of a thread was written. */
export const entryAt = ({ message, note }: Entry): string => (message ? writtenAt(message) : note.created_at);

/**
 * Puts notes between messages, each before the first message that was written later. The messages keep their order,
 * which is not always that of their times. @param messages oldest first. @param notes oldest first.
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
