import { StickyNote } from "lucide-react";
import type { Note } from "../../../../../core/contracts/chats/note.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { UserText } from "../../../ui/UserText.tsx";
import { useWords } from "../../../words/use-words.ts";
import { useWhen } from "../use-when.ts";
import css from "./Note.module.css";

const NoteMenu = lazyPart(() => import("./NoteMenu.tsx"), "NoteMenu");

/** A note among a chat's messages. A different color and a label distinguish it from a message. */
export function NoteItem({ note, chat }: { note: Note; chat: string }) {
  const t = useWords("notes");
  const when = useWhen();
  const { author } = note;
  return (
    <li className={css.item} data-note={note.id}>
      <div className={css.note}>
        <p className={css.head}>
          <StickyNote aria-hidden="true" />
          <strong>{t("note")}</strong>
          {" · "}
          {author === null ? t("byKey") : <UserText isName>{author.name ?? t("byColleague")}</UserText>}
          {" · "}
          {note.edited_at === null ? null : `${t("changed")} · `}
          <time dateTime={note.created_at}>{when.hour(note.created_at)}</time>
        </p>
        <p className={css.text} dir="auto">
          {note.text}
        </p>
      </div>
      <NoteMenu note={note} chat={chat} />
    </li>
  );
}
