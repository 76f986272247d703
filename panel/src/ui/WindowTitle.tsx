import { shownWaiting, useWaiting } from "../api/news.ts";
import { useWords } from "../words/use-words.ts";

/** Sets the window title, preceded by the number of people waiting: `(3) Chats · Messaging gateway`. */
export function WindowTitle({ of }: { of: readonly string[] }) {
  const t = useWords("common");
  const waiting = useWaiting();
  return <title>{`${waiting > 0 ? `(${shownWaiting(waiting)}) ` : ""}${[...of, t("product")].join(" · ")}`}</title>;
}
