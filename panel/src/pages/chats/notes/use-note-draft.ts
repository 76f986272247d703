import { useState } from "react";
import { createNote } from "../../../api/notes.ts";

/**
 * A note that is being written, and how it is kept. The same text is written once, however often it is sent; another
 * text is another note, so that none is taken for an earlier one.
 */
export function useNoteDraft() {
  const [draft, setDraft] = useState(() => ({ text: "", key: crypto.randomUUID() }));
  return {
    text: draft.text,
    isEmpty: draft.text.trim() === "",
    write: (text: string) => setDraft({ text, key: crypto.randomUUID() }),
    /** Keeps it in a chat, by its id or as in the page's address. */
    keep: (instance: string, chat: string) => createNote(instance, chat, draft.text, draft.key),
  };
}
