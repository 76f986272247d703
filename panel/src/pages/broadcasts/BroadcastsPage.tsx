import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Megaphone, Plus } from "lucide-react";
import { broadcastsQuery } from "../../api/broadcasts.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { Page } from "../../ui/Page.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import { broadcastTone, doneOf } from "./broadcast-tone.ts";

/** The page that lists the account's broadcasts. */
export function BroadcastsPage() {
  const t = useWords("broadcasts");
  const refusal = useCan()("broadcast.create");
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(broadcastsQuery());
  const rows = data?.pages.flatMap((page) => page.data);
  const button = refusal ? (
    <Button kind="primary" icon={<Plus aria-hidden="true" />} disabledReason={refusal}>
      {t("new")}
    </Button>
  ) : (
    <LinkButton to={paths.newBroadcast()} kind="primary" icon={<Plus aria-hidden="true" />}>
      {t("new")}
    </LinkButton>
  );
  return (
    <Page title={t("title")} intro={t("intro")} guide="broadcasts" actions={rows?.length ? button : null}>
      {error && !rows ? <Failure error={error} onRetry={refetch} /> : null}
      {rows || error ? null : <Skeleton />}
      {rows?.length === 0 ? (
        <EmptyState icon={<Megaphone />} title={t("emptyTitle")} action={button}>
          {t("emptyText")}
        </EmptyState>
      ) : null}
      {rows?.length ? (
        <Table
          label={t("title")}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              id: "name",
              title: t("col_name"),
              cell: ({ id, name }) => (
                <Link to={paths.broadcast(id)}>{name === null ? t("noName") : <UserText isName>{name}</UserText>}</Link>
              ),
            },
            {
              id: "status",
              title: t("col_status"),
              cell: ({ status }) => <Badge tone={broadcastTone(status)}>{t(`status_${status}`)}</Badge>,
            },
            {
              id: "progress",
              title: t("col_progress"),
              cell: ({ progress }) => t("done", { done: doneOf(progress), total: progress.total }),
              isNumber: true,
            },
            { id: "created", title: t("col_created"), cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
        />
      ) : null}
      <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onMore={fetchNextPage} />
    </Page>
  );
}
