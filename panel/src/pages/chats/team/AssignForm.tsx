import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import { changeChat } from "../../../api/chats.ts";
import { useColleagues } from "../../../api/colleagues.ts";
import { partOf } from "../../../api/query.ts";
import { useMe } from "../../../shell/use-me.ts";
import { RadioGroup } from "../../../ui/Choices.tsx";
import { FormDialog } from "../../../ui/Dialog.tsx";
import { useChange } from "../../../ui/use-change.ts";
import { useWords } from "../../../words/use-words.ts";
import { putChat } from "../live-cache.ts";
import { NoteField } from "../notes/NoteField.tsx";
import { useNoteDraft } from "../notes/use-note-draft.ts";
import { useColleagueName } from "./use-colleague-name.ts";

const NOBODY = "nobody";

/**
 * Asks who should answer a chat (no one, or a member allowed to answer), and offers to add a note. If someone else
 * changed the assignment in the meantime, their change wins and the note isn't saved. If only saving the note fails, it
 * can be retried.
 */
export function AssignForm({ chat, name, onClose }: { chat: Chat; name: string; onClose: () => void }) {
  const t = useWords("teamwork");
  const queries = useQueryClient();
  const me = useMe().user.id;
  const colleagues = useColleagues();
  const has = chat.assigned_to?.id ?? NOBODY;
  const [chosen, choose] = useState(has);
  const note = useNoteDraft();
  const [isNoteLeft, leaveNote] = useState(false);
  const save = useChange({
    send: async () => {
      leaveNote(false);
      const changed = await changeChat(chat.instance_id, chat.id, {
        assigned_to: chosen === NOBODY ? null : chosen,
        if_assigned_to: chat.assigned_to?.id ?? null,
      });
      putChat(queries, changed);
      if (note.isEmpty) return;
      leaveNote(true);
      await note.keep(chat.instance_id, chat.id);
    },
    words: { codes: { conflict: t("err_moved") } },
    renews: [partOf("chats.get", { id: chat.instance_id }), partOf("notes.list", { id: chat.instance_id })],
    isRenewedAfterFailure: true,
    said: t("assignedNow"),
    onDone: onClose,
  });
  const nameOf = useColleagueName();
  return (
    <FormDialog title={t("assignTitle", { name })} onClose={onClose} submitLabel={t("assign")} change={save}>
      <p role="status">
        {has === NOBODY
          ? t("has_nobody")
          : has === me
            ? t("has_me")
            : t("has_other", { name: nameOf(has, chat.assigned_to?.name) })}
      </p>
      <RadioGroup
        label={t("assign")}
        value={chosen}
        onChange={choose}
        choices={[
          { id: NOBODY, label: t("nobody") },
          ...colleagues.map(({ id, email }) => {
            const own = nameOf(id);
            return { id, label: id === me ? t("me", { name: own }) : own, ...(own !== email && { hint: email }) };
          }),
        ]}
      />
      <NoteField value={note.text} onChange={note.write} isOptional />
      {isNoteLeft && save.error ? <p role="alert">{t("noteNotKept")}</p> : null}
    </FormDialog>
  );
}
