import { useInfiniteQuery } from "@tanstack/react-query";
import { PackageCheck } from "lucide-react";
import { deliveriesQuery } from "../../api/deliveries.ts";
import { useCan } from "../../shell/use-me.ts";
import { useUrlFilters } from "../../shell/use-url-filters.ts";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Page } from "../../ui/Page.tsx";
import { SaveButton } from "../../ui/SaveButton.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import { AdminsOnly } from "./AdminsOnly.tsx";
import css from "./Deliveries.module.css";
import { DeliveryDetails } from "./DeliveryDetails.tsx";
import { DeliveryList } from "./DeliveryList.tsx";
import { DELIVERY_FILTERS, type DeliveryFilters } from "./delivery-filters.ts";

const SaveDeliveries = lazyPart(() => import("./SaveDeliveries.tsx"), "SaveDeliveries");
const SendWaiting = lazyPart(() => import("./SendWaiting.tsx"), "SendWaiting");
const DeliveryFilterBar = lazyPart(
  () => import("./DeliveryFilterBar.tsx"),
  "DeliveryFilterBar",
  <div className={css.filters} data-loading="" />,
);

/**
 * The page listing the events delivered to the account's webhooks. The attempts for the selected event are shown next
 * to the list.
 */
export function DeliveriesPage() {
  const t = useWords("deliveries");
  const refusal = useCan()("deliveries.resend");
  return (
    <Page title={t("title")} intro={t("intro")} guide="webhooks" actions={refusal ? null : <SaveListed />}>
      {refusal ? (
        <AdminsOnly title={t("adminsTitle")} action={<Button disabledReason={refusal}>{t("open")}</Button>}>
          {t("adminsText")}
        </AdminsOnly>
      ) : (
        <Deliveries />
      )}
    </Page>
  );
}

function SaveListed() {
  const [filters] = useUrlFilters(DELIVERY_FILTERS);
  return <SaveButton>{(close) => <SaveDeliveries filters={filters} onClose={close} />}</SaveButton>;
}

function Deliveries() {
  const t = useWords("deliveries");
  const [filters, setFilters] = useUrlFilters(DELIVERY_FILTERS);
  const { webhook, status, type, event } = filters;
  const found = useInfiniteQuery(deliveriesQuery({ status, instance_id: webhook }));
  const all = found.data?.pages.flatMap((page) => page.data);
  const shown = all?.filter((one) => type === "" || one.type === type);
  const selected = all?.find((one) => one.event_id === event);
  return (
    <>
      <DeliveryFilterBar filters={filters} onChange={setFilters} />
      {all?.some(({ status, next_try_at: next }) => status === "pending" && next !== null) ? (
        <SendWaiting instance={webhook === "" ? null : webhook} />
      ) : null}
      {found.error && !all ? <Failure error={found.error} onRetry={found.refetch} /> : null}
      {!all && !found.error ? <Skeleton lines={6} /> : null}
      {shown?.length === 0 && !found.hasNextPage ? <Nothing filters={filters} onChange={setFilters} /> : null}
      {shown && (shown.length > 0 || found.hasNextPage) ? (
        <div className={classNames(css.split, selected && css.splitOpen)}>
          <div>
            {shown.length > 0 ? (
              <DeliveryList deliveries={shown} selected={event} />
            ) : (
              <p className={css.hint}>{t("noneYet")}</p>
            )}
            <LoadMore
              hasMore={found.hasNextPage}
              isPending={found.isFetchingNextPage}
              onMore={() => found.fetchNextPage()}
            />
          </div>
          {selected ? (
            <DeliveryDetails delivery={selected} onClose={() => setFilters({ event: "" })} />
          ) : (
            <Hint isGone={event !== ""} />
          )}
        </div>
      ) : null}
    </>
  );
}

function Hint({ isGone }: { isGone: boolean }) {
  const t = useWords("deliveries");
  return <p className={css.hint}>{t(isGone ? "gone" : "choose")}</p>;
}

function Nothing({
  filters,
  onChange,
}: {
  filters: DeliveryFilters;
  onChange: (changes: Partial<DeliveryFilters>) => void;
}) {
  const t = useWords("deliveries");
  const isFiltered = filters.status !== "" || filters.type !== "" || filters.webhook !== "";
  return (
    <EmptyState
      icon={<PackageCheck />}
      title={t("emptyTitle")}
      action={
        isFiltered ? (
          <Button onPress={() => onChange({ webhook: "", status: "", type: "" })}>{t("clear")}</Button>
        ) : null
      }
    >
      {t(isFiltered ? "noneText" : "emptyText")}
    </EmptyState>
  );
}
