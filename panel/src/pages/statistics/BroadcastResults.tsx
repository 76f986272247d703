import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { broadcastsQuery } from "../../api/broadcasts.ts";
import { paths } from "../../paths.ts";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { Section } from "../../ui/Page.tsx";
import { Table } from "../../ui/Table.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import type { DayRange } from "./rules.ts";
import css from "./Statistics.module.css";

/** A table of the broadcasts started within a range of days, with the results for their recipients. */
export function BroadcastResults({ range: { from, to }, number }: { range: DayRange; number: string }) {
  const t = useWords("statistics");
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(broadcastsQuery());
  const rows = data?.pages
    .flatMap((page) => page.data)
    .filter(({ started_at: at, instance_id: id }) => {
      const day = at?.slice(0, 10) ?? "";
      return day >= from && day <= to && (number === "" || id === number);
    });
  return (
    <Section title={t("broadcasts")} intro={t("broadcastsIntro")}>
      {rows?.length === 0 ? <p className={css.quiet}>{t("noBroadcasts")}</p> : null}
      {rows && rows.length > 0 ? (
        <Table
          label={t("broadcasts")}
          keyOf={({ id }) => id}
          rows={rows}
          columns={[
            {
              id: "name",
              title: t("broadcast"),
              cell: ({ id, name }) => (
                <Link to={paths.broadcast(id)}>{name === null ? t("noName") : <UserText isName>{name}</UserText>}</Link>
              ),
            },
            { id: "people", title: t("recipients"), cell: ({ progress }) => progress.total, isNumber: true },
            { id: "arrived", title: t("arrived"), cell: ({ progress }) => arrivedOf(progress), isNumber: true },
            { id: "read", title: t("read"), cell: ({ progress }) => readOf(progress), isNumber: true },
            { id: "replied", title: t("replied"), cell: ({ progress }) => progress.replied, isNumber: true },
            { id: "out", title: t("optedOut"), cell: ({ progress }) => progress.opted_out, isNumber: true },
            { id: "failed", title: t("failed"), cell: ({ progress }) => progress.failed, isNumber: true },
          ]}
        />
      ) : null}
      <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onMore={() => fetchNextPage()} />
    </Section>
  );
}

/**
 * Returns how many people have read the message. Each person is counted only in the last state they reached, and
 * replying implies having read the message.
 */
const readOf = ({ read, replied }: { read: number; replied: number }) => read + replied;
const arrivedOf = (progress: { delivered: number; read: number; replied: number }) =>
  progress.delivered + readOf(progress);
