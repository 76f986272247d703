import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessageSquareQuote, Plus } from "lucide-react";
import { useState } from "react";
import { repliesQuery } from "../../api/replies.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Page } from "../../ui/Page.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import { repliesFor } from "../chats/rules/saved-reply.ts";
import { ReplyTable } from "./ReplyTable.tsx";
import css from "./SavedReplies.module.css";

const ReplyForm = lazyPart(() => import("./ReplyForm.tsx"), "ReplyForm");

/** The minimum number of replies for a search field to appear. */
const SEARCHED_FROM = 8;

/** The page listing the team's saved replies, sorted by shortcut. */
export function SavedRepliesPage() {
  const t = useWords("replies");
  const { data, error, refetch } = useQuery(repliesQuery());
  const refusal = useCan()("reply.change");
  const [isCreating, create] = useState(false);
  const [search, setSearch] = useState("");
  const found = data && repliesFor(data, search);
  const button = (
    <Button kind="primary" icon={<Plus aria-hidden="true" />} disabledReason={refusal} onPress={() => create(true)}>
      {t("create")}
    </Button>
  );
  return (
    <Page
      title={t("title")}
      intro={t("intro")}
      back={<Link to={paths.chats()}>{t("toChats")}</Link>}
      actions={data && data.length > 0 ? button : null}
    >
      {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton />}
      {data?.length === 0 ? (
        <EmptyState icon={<MessageSquareQuote />} title={t("emptyTitle")} action={button}>
          {t("emptyText")}
        </EmptyState>
      ) : null}
      {data && data.length >= SEARCHED_FROM ? (
        <div className={css.search}>
          <SearchField label={t("search")} value={search} onChange={setSearch} />
        </div>
      ) : null}
      {data && data.length > 0 && found?.length === 0 ? (
        <EmptyState title={t("noneTitle")}>{t("noneText")}</EmptyState>
      ) : null}
      {found && found.length > 0 ? <ReplyTable replies={found} /> : null}
      {isCreating ? <ReplyForm onClose={() => create(false)} /> : null}
    </Page>
  );
}
