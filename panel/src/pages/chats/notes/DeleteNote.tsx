import type { Note } from "../../../../../core/contracts/chats/note.ts";
import { deleteNote } from "../../../api/notes.ts";
import { partOf } from "../../../api/query.ts";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { useChange } from "../../../ui/use-change.ts";
import { useWords } from "../../../words/use-words.ts";

/** Asks for confirmation before deleting a note. */
export function DeleteNote({ note, chat, onClose }: { note: Note; chat: string; onClose: () => void }) {
  const t = useWords("notes");
  const remove = useChange({
    send: () => deleteNote(note.instance_id, chat, note.id),
    renews: [partOf("notes.list", { id: note.instance_id, chat })],
    said: t("deleted"),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={t("deleteTitle")}
      confirmLabel={t("delete")}
      onClose={onClose}
      change={{ ...remove, send: () => remove.send() }}
    >
      <p>{t("deleteText")}</p>
    </ConfirmDialog>
  );
}
