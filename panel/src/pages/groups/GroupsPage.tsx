import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessageSquareText, UsersRound } from "lucide-react";
import { useEffect, useState } from "react";
import type { GroupSummary } from "../../../../core/contracts/groups/group.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { groupsQuery } from "../../api/groups.ts";
import { paths } from "../../paths.ts";
import { NumberPage } from "../../shell/NumberPage.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Groups.module.css";

/** The page listing the groups that a number belongs to. */
export function GroupsPage() {
  const t = useWords("groups");
  const [without, setWithout] = useState<readonly string[]>([]);
  return (
    <NumberPage title={t("title")} intro={t("intro")} passedOver={without}>
      {(number) => <GroupsOf key={number.id} number={number} onNone={() => setWithout([...without, number.id])} />}
    </NumberPage>
  );
}

function GroupsOf({ number, onNone }: { number: Instance; onNone: () => void }) {
  const t = useWords("groups");
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    groupsQuery(number.id),
  );
  const groups = data?.pages.flatMap((page) => page.data);
  const hasNone = groups?.length === 0 && !hasNextPage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said once for each number
  useEffect(() => {
    if (hasNone) onNone();
  }, [hasNone]);
  if (!groups) return error ? <Failure error={error} onRetry={refetch} /> : <Skeleton lines={6} />;
  if (groups.length === 0)
    return (
      <EmptyState icon={<UsersRound />} title={t("emptyTitle")}>
        {t("emptyText")}
      </EmptyState>
    );
  return (
    <>
      <GroupTable number={number} groups={groups} />
      <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onMore={() => fetchNextPage()} />
    </>
  );
}

function GroupTable({ number, groups }: { number: Instance; groups: readonly GroupSummary[] }) {
  const t = useWords("groups");
  const nameOf = ({ subject }: GroupSummary) => (subject.trim() === "" ? t("unnamed") : subject);
  const columns: Column<GroupSummary>[] = [
    {
      id: "subject",
      title: t("subject"),
      cell: (group) => (
        <Link to={paths.group(number.id, group.id)}>
          <UserText isName>{nameOf(group)}</UserText>
        </Link>
      ),
    },
    { id: "size", title: t("members"), isNumber: true, cell: ({ size }) => size },
    {
      id: "role",
      title: t("myRole"),
      cell: ({ my_role: role }) =>
        role === null ? <span className={css.faint}>{t("notIn")}</span> : <Badge>{t(`role_${role}`)}</Badge>,
    },
    { id: "made", title: t("made"), cell: ({ created_at: at }) => (at === null ? null : <Time at={at} />) },
    {
      id: "chat",
      title: t("openChat"),
      isTitleHidden: true,
      cell: (group) => (
        <LinkButton
          isSmall
          kind="quiet"
          to={paths.chat(number.id, group.id)}
          icon={<MessageSquareText aria-hidden="true" />}
        >
          {t("openChat")}
        </LinkButton>
      ),
    },
  ];
  return <Table label={t("list", { name: number.name })} columns={columns} rows={groups} keyOf={({ id }) => id} />;
}
