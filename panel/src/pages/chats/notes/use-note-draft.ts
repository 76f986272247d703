import { useState } from "react";
import { createNote } from "../../../api/notes.ts";

/**
 * The draft of a note, and a function that saves it. Retries with the same text create only one note. A changed text
 * gets a new key, so it isn't mistaken for the earlier note.
 */
export function useNoteDraft() {
  const [draft, setDraft] = useState(() => ({ text: "", key: crypto.randomUUID() }));
  return {
    text: draft.text,
    isEmpty: draft.text.trim() === "",
    write: (text: string) => setDraft({ text, key: crypto.randomUUID() }),
    /** Saves the note in a chat. The chat is identified by its ID or as in the page's URL. */
    keep: (instance: string, chat: string) => createNote(instance, chat, draft.text, draft.key),
  };
}
