import { useState } from "react";
import type { Note } from "../../../../../core/contracts/chats/note.ts";
import { updateNote } from "../../../api/notes.ts";
import { partOf } from "../../../api/query.ts";
import { FormDialog } from "../../../ui/Dialog.tsx";
import { useChange } from "../../../ui/use-change.ts";
import { useWords } from "../../../words/use-words.ts";
import { NoteField } from "./NoteField.tsx";
import { useNoteDraft } from "./use-note-draft.ts";

/**
 * Adds a note to a chat, or changes an existing one. It is a separate dialog, so users don't mistake its field for the
 * message field.
 */
export function NoteForm({
  instance,
  chat,
  note = null,
  onClose,
}: {
  instance: string;
  /** The chat's ID or phone number, as in the page's URL. */
  chat: string;
  note?: Note | null;
  onClose: () => void;
}) {
  const t = useWords("notes");
  const common = useWords("common");
  const draft = useNoteDraft();
  const [changed, setChanged] = useState(note?.text ?? "");
  const save = useChange({
    send: () => (note ? updateNote(instance, chat, note.id, changed) : draft.keep(instance, chat)),
    renews: [partOf("notes.list", { id: instance, chat })],
    said: common("saved"),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t(note ? "changeTitle" : "writeTitle")}
      onClose={onClose}
      submitLabel={common("save")}
      change={save}
    >
      <NoteField value={note ? changed : draft.text} onChange={note ? setChanged : draft.write} autoFocus />
    </FormDialog>
  );
}
