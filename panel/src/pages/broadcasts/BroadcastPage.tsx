import { useInfiniteQuery, useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import type { Broadcast, BroadcastRecipient } from "../../../../core/contracts/broadcasts/broadcast.ts";
import { actOnBroadcast, broadcastQuery, cancelBroadcast, recipientsQuery } from "../../api/broadcasts.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { Badge, Facts, Progress, Theirs } from "../../ui/Bits.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { NativeSelect } from "../../ui/NativeSelect.tsx";
import { Card, Page, Section } from "../../ui/Page.tsx";
import { Failure, Notice, Skeleton } from "../../ui/States.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Broadcasts.module.css";
import { broadcastTone, doneOf } from "./broadcast-tone.ts";

const ConfirmDialog = lazyPart(() => import("../../ui/Dialog.tsx"), "ConfirmDialog");

const STATUSES = ["waiting", "sent", "delivered", "read", "replied", "failed", "opted_out", "cancelled"] as const;
const LEFT = ["never_wrote", "opted_out", "duplicate", "invalid"] as const;

/** One broadcast: how far it is, who was left out, who got it; a draft is checked and started here. */
export function BroadcastPage() {
  const t = useWords("broadcasts");
  const { broadcast: id = "" } = useParams({ strict: false });
  const { data: broadcast } = useSuspenseQuery(broadcastQuery(id));
  const { name, status, reason, progress, text } = broadcast;
  return (
    <Page
      title={name ?? t("noName")}
      isTitleTheirs
      back={
        <Link to={paths.broadcasts()}>
          <ArrowLeft aria-hidden="true" /> {t("all")}
        </Link>
      }
      intro={<Badge tone={broadcastTone(status)}>{t(`status_${status}`)}</Badge>}
      actions={<Acts broadcast={broadcast} />}
    >
      {reason ? <Notice kind="warn">{t(`reason_${reason.code}`)}</Notice> : null}
      {status === "draft" || status === "scheduled" ? <Warnings broadcast={broadcast} /> : null}
      <Card>
        <p className={css.percent}>{t("done", { done: doneOf(progress), total: progress.total })}</p>
        <Progress label={t("progress", { percent: progress.percent })} value={doneOf(progress)} of={progress.total} />
        <ul role="list" className={css.counts}>
          {STATUSES.filter((one) => progress[one] > 0).map((one) => (
            <li key={one}>
              <span>{t(`r_${one}`)}</span> <strong>{progress[one]}</strong>
            </li>
          ))}
        </ul>
      </Card>
      <About broadcast={broadcast} />
      <Section title={t("text")}>
        <div className={css.phone}>
          <p className={css.bubble}>
            <Theirs>{text}</Theirs>
          </p>
        </div>
      </Section>
      <LeftOut broadcast={broadcast} />
      <Recipients id={id} />
    </Page>
  );
}

function About({ broadcast }: { broadcast: Broadcast }) {
  const t = useWords("broadcasts");
  const { progress, start_at, started_at, interval_seconds: seconds, per_day: perDay } = broadcast;
  return (
    <Facts
      facts={[
        [t("people"), t("peopleCount", { count: progress.total })],
        [
          started_at ? t("startedTime") : t("startsTime"),
          started_at || start_at ? <Time key="start" at={started_at ?? start_at ?? ""} isExact /> : t("startAtHint"),
        ],
        [
          t("end"),
          progress.expected_end_at ? <Time key="end" at={progress.expected_end_at} isExact /> : t("endUnknown"),
        ],
        [t("pace"), seconds && perDay ? t("paceText", { seconds, perDay }) : t("paceOwn")],
      ]}
    />
  );
}

/** The service's own sentences: they hold numbers of this very broadcast. */
function Warnings({ broadcast: { warnings } }: { broadcast: Broadcast }) {
  const t = useWords("broadcasts");
  if (warnings.length === 0) return null;
  return (
    <Notice kind="warn" title={t("warnings")}>
      <ul>
        {warnings.map(({ code, text }) => (
          <li key={code}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}

function LeftOut({ broadcast: { left_out: left } }: { broadcast: Broadcast }) {
  const t = useWords("broadcasts");
  return (
    <Section title={t("leftOut", { count: left.count })}>
      {left.count > 0 ? (
        <ul>
          {LEFT.filter((reason) => left.reasons[reason] > 0).map((reason) => (
            <li key={reason}>{t(`left_${reason}`, { count: left.reasons[reason] })}</li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

function Acts({ broadcast }: { broadcast: Broadcast }) {
  const t = useWords("broadcasts");
  const can = useCan();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, status, name } = broadcast;
  const [isAsking, ask] = useState(false);
  const acting = useMutation({
    mutationFn: async (act: "start" | "pause" | "resume" | "cancel") =>
      void (await (act === "cancel" ? cancelBroadcast(id) : actOnBroadcast(id, act))),
    async onSuccess(_, act) {
      ask(false);
      await queries.invalidateQueries({ queryKey: ["broadcasts"] });
      if (act === "cancel") await navigate({ to: paths.broadcasts() });
    },
  });
  const button = (act: "start" | "pause" | "resume", kind: "primary" | "secondary") => (
    <Button
      kind={kind}
      disabledReason={can(act === "pause" ? "broadcast.change" : "broadcast.start")}
      isPending={acting.isPending && acting.variables === act}
      onPress={() => acting.mutate(act)}
    >
      {t(act)}
    </Button>
  );
  const isOver = status === "completed" || status === "cancelled";
  return (
    <>
      {status === "draft" || status === "scheduled" ? button("start", "primary") : null}
      {status === "running" ? button("pause", "secondary") : null}
      {status === "paused" ? button("resume", "primary") : null}
      {isOver ? null : (
        <Button kind="danger" disabledReason={can("broadcast.change")} onPress={() => ask(true)}>
          {t("cancel")}
        </Button>
      )}
      {acting.error && !isAsking ? <SubmitError error={acting.error} /> : null}
      {isAsking ? (
        <ConfirmDialog
          title={t("cancelTitle", { name: name ?? t("noName") })}
          confirmLabel={t("cancel")}
          isOpen
          onClose={() => ask(false)}
          onConfirm={() => acting.mutate("cancel")}
          isPending={acting.isPending}
          error={acting.error}
        >
          <p>{t("cancelText")}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Recipients({ id }: { id: string }) {
  const t = useWords("broadcasts");
  const c = useWords("common");
  const [status, setStatus] = useState("");
  const query = useInfiniteQuery(recipientsQuery(id, status === "" ? null : status));
  const rows = query.data?.pages.flatMap((page) => page.data);
  return (
    <Section
      title={t("recipients")}
      actions={
        <NativeSelect
          label={t("filter")}
          choices={[{ id: "", label: c("all") }, ...STATUSES.map((one) => ({ id: one, label: t(`r_${one}`) }))]}
          value={status}
          onChange={setStatus}
        />
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
        { id: "name", title: t("person"), cell: ({ name }) => (name ? <Theirs isName>{name}</Theirs> : null) },
        { id: "status", title: t("col_status"), cell: ({ status }) => t(`r_${status}`) },
        { id: "at", title: t("when"), cell: ({ at }) => (at ? <Time at={at} /> : null) },
      ]}
    />
  );
}
