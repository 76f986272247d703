import { useState } from "react";
import type { Note } from "../../../../../core/contracts/chats/note.ts";
import { useCan, useMe } from "../../../shell/use-me.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Menu, type MenuAction } from "../../../ui/Menu.tsx";
import { useWords } from "../../../words/use-words.ts";

const DeleteNote = lazyPart(() => import("./DeleteNote.tsx"), "DeleteNote");
const NoteForm = lazyPart(() => import("./NoteForm.tsx"), "NoteForm");

const NAMED_MAX_CHARS = 40;

/** A note's menu. Its author can change the note; its author and admins can delete it. */
export function NoteMenu({ note, chat }: { note: Note; chat: string }) {
  const t = useWords("notes");
  const common = useWords("common");
  const { user } = useMe();
  const may = useCan();
  const [asked, ask] = useState<"change" | "delete" | null>(null);
  const isOwn = note.author?.id === user.id;
  const refusal = may("chat.change");
  const actions: MenuAction[] = [
    {
      id: "change",
      label: t("change"),
      disabledReason: refusal ?? (isOwn ? null : t("onlyAuthor")),
      onAction: () => ask("change"),
    },
    {
      id: "delete",
      label: t("delete"),
      isDangerous: true,
      disabledReason: refusal ?? (isOwn || may("note.delete_any") === null ? null : t("onlyAuthorOrAdmin")),
      onAction: () => ask("delete"),
    },
  ];
  return (
    <>
      <Menu
        label={common("actionsOf", { what: `${t("note")} ${note.text.slice(0, NAMED_MAX_CHARS)}` })}
        actions={actions}
      />
      {asked === "change" ? (
        <NoteForm instance={note.instance_id} chat={chat} note={note} onClose={() => ask(null)} />
      ) : null}
      {asked === "delete" ? <DeleteNote note={note} chat={chat} onClose={() => ask(null)} /> : null}
    </>
  );
}
