import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { activityQuery } from "../../api/activity.ts";
import { useCan } from "../../shell/use-me.ts";
import { useUrlFilters } from "../../shell/use-url-filters.ts";
import { Button } from "../../ui/Button.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Page } from "../../ui/Page.tsx";
import { SaveButton } from "../../ui/SaveButton.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import { AdminsOnly } from "../developers/AdminsOnly.tsx";
import css from "./Account.module.css";
import { ActivityTable } from "./ActivityTable.tsx";
import { FILTERS } from "./activity-filters.ts";

const SaveActivity = lazyPart(() => import("./SaveActivity.tsx"), "SaveActivity");
const ActivityFilters = lazyPart(
  () => import("./ActivityFilters.tsx"),
  "ActivityFilters",
  <div className={css.filters} data-loading="" />,
);

/** The activity log: who changed what in the account, when and from where. */
export function ActivityPage() {
  const t = useWords("activity");
  const refusal = useCan()("team.change");
  return (
    <Page title={t("title")} intro={t("intro")} actions={refusal ? null : <SaveLines />}>
      {refusal ? (
        <AdminsOnly title={t("adminsTitle")} action={<Button disabledReason={refusal}>{t("open")}</Button>}>
          {t("adminsText")}
        </AdminsOnly>
      ) : (
        <Lines />
      )}
    </Page>
  );
}

function SaveLines() {
  const [filters] = useUrlFilters(FILTERS);
  return <SaveButton>{(close) => <SaveActivity filters={filters} onClose={close} />}</SaveButton>;
}

function Lines() {
  const t = useWords("activity");
  const [filters, setFilters] = useUrlFilters(FILTERS);
  const isFiltered = FILTERS.some((name) => filters[name] !== "");
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    activityQuery({ action: filters.action, instance_id: filters.number, key_id: filters.key }),
  );
  const lines = data?.pages.flatMap((page) => page.data);
  return (
    <>
      <ActivityFilters filters={filters} onChange={setFilters} />
      {error && !lines ? <Failure error={error} onRetry={refetch} /> : null}
      {!lines && !error ? <Skeleton lines={8} /> : null}
      {lines?.length === 0 && !hasNextPage ? (
        <EmptyState
          icon={<ScrollText />}
          title={t(isFiltered ? "noneTitle" : "emptyTitle")}
          action={
            isFiltered ? (
              <Button onPress={() => setFilters({ action: "", number: "", key: "" })}>{t("clear")}</Button>
            ) : null
          }
        >
          {t(isFiltered ? "noneText" : "emptyText")}
        </EmptyState>
      ) : null}
      {lines && lines.length > 0 ? <ActivityTable lines={lines} /> : null}
      <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onMore={() => fetchNextPage()} />
    </>
  );
}
