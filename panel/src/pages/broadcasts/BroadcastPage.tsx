import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Broadcast } from "../../../../core/contracts/broadcasts/broadcast.ts";
import { actOnBroadcast, BROADCAST_READS, broadcastQuery, cancelBroadcast } from "../../api/broadcasts.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Card, Page, Section } from "../../ui/Page.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Notice } from "../../ui/States.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import { LeftOut, Recipients } from "./BroadcastPeople.tsx";
import css from "./Broadcasts.module.css";
import { broadcastTone, doneOf } from "./broadcast-tone.ts";

const ChangeBroadcastForm = lazyPart(() => import("./change-broadcast.tsx"), "ChangeBroadcastForm");
const ConfirmDialog = lazyPart(() => import("../../ui/Dialog.tsx"), "ConfirmDialog");

const STATUSES = ["waiting", "sent", "delivered", "read", "replied", "failed", "opted_out", "cancelled"] as const;

/**
 * A broadcast's page: its progress, who was left out, and who has received it. Drafts are reviewed and started on this
 * page.
 */
export function BroadcastPage() {
  const t = useWords("broadcasts");
  const { broadcast: id = "" } = useParams({ strict: false });
  const { data: broadcast } = useSuspenseQuery(broadcastQuery(id));
  const { name, status, reason, progress, text, media } = broadcast;
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
        <WaitingFor waits={progress.waiting_for} />
      </Card>
      <About broadcast={broadcast} />
      <Section title={t("text")}>
        <div className={css.phone}>
          <div className={css.bubble}>
            {media ? (
              <span className={css.optOut}>
                {t("fileGoes")} <UserText>{media.filename ?? media.mimetype}</UserText>
              </span>
            ) : null}
            <UserText>{text}</UserText>
          </div>
        </div>
      </Section>
      <LeftOut broadcast={broadcast} />
      <Recipients broadcast={broadcast} />
    </Page>
  );
}

/** Explains why people who haven't received the broadcast are still waiting. */
function WaitingFor({ waits }: { waits: Broadcast["progress"]["waiting_for"] }) {
  const t = useWords("broadcasts");
  if (waits.length === 0) return null;
  return (
    <ul role="list" className={css.counts}>
      {waits.map(({ reason, count, until }) => (
        <li key={reason}>
          <span>{t(`wait_${reason}`, { count })}</span> {until ? <Time at={until} isExact /> : null}
        </li>
      ))}
    </ul>
  );
}

function About({ broadcast }: { broadcast: Broadcast }) {
  const t = useWords("broadcasts");
  const { progress, start_at, started_at, expires_at, interval_seconds: seconds, per_day: perDay } = broadcast;
  const expires: [string, ReactNode][] = expires_at
    ? [[t("expires"), <Time key="expires" at={expires_at} isExact />]]
    : [];
  return (
    <FactList
      facts={[
        [t("people"), t("peopleCount", { count: progress.total })],
        [
          started_at ? t("startedTime") : t("startsTime"),
          started_at || start_at ? <Time key="start" at={started_at ?? start_at ?? ""} isExact /> : t("notStarted"),
        ],
        [
          t("end"),
          progress.expected_end_at ? <Time key="end" at={progress.expected_end_at} isExact /> : t("endUnknown"),
        ],
        [t("pace"), seconds && perDay ? t("paceText", { seconds, perDay }) : t("paceOwn")],
        ...expires,
      ]}
    />
  );
}

/** Shows the service's own warnings, which already include this broadcast's figures. */
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

function Acts({ broadcast }: { broadcast: Broadcast }) {
  const t = useWords("broadcasts");
  const can = useCan();
  const navigate = useNavigate();
  const { id, status, name } = broadcast;
  const [isAsking, ask] = useState(false);
  const [isStarting, askStart] = useState(false);
  const [isChanging, change] = useState(false);
  const isBefore = status === "draft" || status === "scheduled";
  const acting = useChange({
    send: async (act: "start" | "pause" | "resume" | "cancel") =>
      void (await (act === "cancel" ? cancelBroadcast(id) : actOnBroadcast(id, act))),
    onAnswer: () => {
      ask(false);
      askStart(false);
    },
    renews: BROADCAST_READS,
    onDone: (_, act) => (act === "cancel" ? navigate({ to: paths.broadcasts() }) : undefined),
  });
  const button = (act: "start" | "pause" | "resume", kind: "primary" | "secondary") => (
    <Button
      kind={kind}
      disabledReason={can(act === "pause" ? "broadcast.change" : "broadcast.start")}
      isPending={acting.isPending && acting.sent === act}
      onPress={() => (act === "start" ? askStart(true) : acting.send(act))}
    >
      {t(act)}
    </Button>
  );
  const isOver = status === "completed" || status === "cancelled";
  return (
    <>
      {isBefore ? button("start", "primary") : null}
      {isBefore ? (
        <Button disabledReason={can("broadcast.change")} onPress={() => change(true)}>
          {t("edit")}
        </Button>
      ) : null}
      {status === "running" ? button("pause", "secondary") : null}
      {status === "paused" ? button("resume", "primary") : null}
      {isOver ? null : (
        <Button kind="danger" disabledReason={can("broadcast.change")} onPress={() => ask(true)}>
          {t("cancel")}
        </Button>
      )}
      {acting.error && !isAsking && !isStarting ? <SubmitError error={acting.error} /> : null}
      {isChanging ? <ChangeBroadcastForm broadcast={broadcast} onClose={() => change(false)} /> : null}
      {isStarting ? (
        <ConfirmDialog
          title={t("startTitle", { name: name ?? t("noName") })}
          confirmLabel={t("start")}
          kind="primary"
          onClose={() => askStart(false)}
          change={{ ...acting, send: () => acting.send("start") }}
        >
          <p>{t("startText", { count: broadcast.progress.total })}</p>
        </ConfirmDialog>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title={t("cancelTitle", { name: name ?? t("noName") })}
          confirmLabel={t("cancel")}
          onClose={() => ask(false)}
          change={{ ...acting, send: () => acting.send("cancel") }}
        >
          <p>{t("cancelText")}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
