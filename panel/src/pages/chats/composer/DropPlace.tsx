import { useWords } from "../../../words/use-words.ts";
import css from "./Extras.module.css";
import { useFileDrop } from "./use-file-drop.ts";

/** Covers the chat while files are dragged over the page, and passes on the files that are dropped. */
export function DropPlace({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useWords("composer");
  const isOver = useFileDrop(onFiles);
  return isOver ? <div className={css.drop}>{t("dropHere")}</div> : null;
}
