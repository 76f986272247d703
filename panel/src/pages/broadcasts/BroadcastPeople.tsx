import { useInfiniteQuery } from "@tanstack/react-query";
import type { Broadcast, BroadcastRecipient } from "../../../../core/contracts/broadcasts/broadcast.ts";
import { RECIPIENT_STATUSES } from "../../../../core/contracts/broadcasts/broadcast-states.ts";
import { isMoving, recipientsQuery } from "../../api/broadcasts.ts";
import { useUrlFilters } from "../../shell/use-url-filters.ts";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { NativeSelect } from "../../ui/NativeSelect.tsx";
import { Section } from "../../ui/Page.tsx";
import { SaveButton } from "../../ui/SaveButton.tsx";
import { Failure, Skeleton } from "../../ui/States.tsx";
import { Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWhyFailed } from "../../ui/use-why-failed.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Broadcasts.module.css";

const SaveRecipients = lazyPart(() => import("./SaveRecipients.tsx"), "SaveRecipients");

const LEFT = ["never_wrote", "opted_out", "duplicate", "invalid"] as const;
const FILTERS = ["status"] as const;

/** Shows how many people were left out of a broadcast and why, and names some of them. */
export function LeftOut({ broadcast: { left_out: left } }: { broadcast: Broadcast }) {
  const t = useWords("broadcasts");
  return (
    <Section title={t("leftOut", { count: left.count })}>
      {left.count > 0 ? (
        <ul className={css.left}>
          {LEFT.filter((reason) => left.reasons[reason] > 0).map((reason) => (
            <li key={reason}>{t(`left_${reason}`, { count: left.reasons[reason] })}</li>
          ))}
        </ul>
      ) : null}
      {left.sample.length > 0 ? (
        <details className={css.sample}>
          <summary>{t("sample")}</summary>
          <ul>
            {left.sample.map(({ phone, reason, field }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same phone may be there twice, and nothing moves
              <li key={place}>
                {phone === null ? t("hiddenNumber") : <UserText>{phone}</UserText>}
                {" · "}
                {field === null ? t(`why_${reason}`) : t("leftField", { field })}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Section>
  );
}

/** Lists a broadcast's recipients, each with their progress. */
export function Recipients({ broadcast }: { broadcast: Broadcast }) {
  const t = useWords("broadcasts");
  const c = useWords("common");
  const [{ status }, setFilters] = useUrlFilters(FILTERS);
  const known = RECIPIENT_STATUSES.find((one) => one === status) ?? null;
  const query = useInfiniteQuery(recipientsQuery(broadcast.id, known, isMoving(broadcast)));
  const rows = query.data?.pages.flatMap((page) => page.data);
  return (
    <Section
      title={t("recipients")}
      actions={
        <>
          <NativeSelect
            label={t("filter")}
            choices={[
              { id: "", label: c("all") },
              ...RECIPIENT_STATUSES.map((one) => ({ id: one, label: t(`r_${one}`) })),
            ]}
            value={known ?? ""}
            onChange={(chosen) => setFilters({ status: chosen })}
          />
          <SaveButton>
            {(close) => <SaveRecipients broadcast={broadcast.id} status={known} onClose={close} />}
          </SaveButton>
        </>
      }
    >
      {query.error && !rows ? <Failure error={query.error} onRetry={query.refetch} /> : null}
      {rows || query.error ? null : <Skeleton />}
      {rows?.length === 0 ? <p className={css.quiet}>{t("noRecipients")}</p> : null}
      {rows?.length ? <RecipientTable rows={rows} /> : null}
      <LoadMore hasMore={query.hasNextPage} isPending={query.isFetchingNextPage} onMore={query.fetchNextPage} />
    </Section>
  );
}

function RecipientTable({ rows }: { rows: readonly BroadcastRecipient[] }) {
  const t = useWords("broadcasts");
  const why = useWhyFailed();
  return (
    <Table
      label={t("recipients")}
      rows={rows.map((row, place) => ({ ...row, place }))}
      keyOf={({ phone, place }) => phone ?? String(place)}
      columns={[
        {
          id: "phone",
          title: t("phone"),
          cell: ({ phone }) => (phone ? <bdi dir="ltr">+{phone}</bdi> : t("hiddenNumber")),
        },
        { id: "name", title: t("person"), cell: ({ name }) => (name ? <UserText isName>{name}</UserText> : null) },
        {
          id: "status",
          title: t("col_status"),
          cell: ({ status, error_code: code }) => (
            <>
              {t(`r_${status}`)}
              {status === "failed" && code !== null ? <span className={css.why}>{why(code)}</span> : null}
            </>
          ),
        },
        { id: "at", title: t("when"), cell: ({ at }) => (at ? <Time at={at} /> : null) },
      ]}
    />
  );
}
