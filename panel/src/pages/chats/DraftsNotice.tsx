import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { draftsQuery } from "../../api/drafts.ts";
import { paths } from "../../paths.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Chats.module.css";

/** Shows a link to the assistants' drafts while any are waiting. */
export function DraftsNotice() {
  const t = useWords("chats");
  const n = useQuery(draftsQuery()).data?.length ?? 0;
  if (n === 0) return null;
  return (
    <Link to={paths.drafts()} className={css.drafts}>
      {t("draftsWait", { n })}
    </Link>
  );
}
