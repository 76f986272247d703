import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MailCheck } from "lucide-react";
import { draftsQuery } from "../../api/drafts.ts";
import { paths } from "../../paths.ts";
import { Page } from "../../ui/Page.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import { DraftCard } from "./DraftCard.tsx";
import css from "./Drafts.module.css";

/** The page that lists the messages assistants want to send. Users can release or discard them. */
export function DraftsPage() {
  const t = useWords("drafts");
  const { data, error, refetch } = useQuery(draftsQuery());
  return (
    <Page title={t("title")} intro={t("intro")} back={<Link to={paths.chats()}>{t("toChats")}</Link>}>
      {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton />}
      {data?.length === 0 ? (
        <EmptyState icon={<MailCheck />} title={t("emptyTitle")}>
          {t("emptyText")}
        </EmptyState>
      ) : null}
      {data && data.length > 0 ? (
        <ul role="list" className={css.list} aria-label={t("title")}>
          {data.map((draft) => (
            <li key={draft.id}>
              <DraftCard draft={draft} />
            </li>
          ))}
        </ul>
      ) : null}
    </Page>
  );
}
