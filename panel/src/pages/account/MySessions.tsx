import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MySession } from "../../../../core/contracts/panel/me.ts";
import { PANEL_LIMITS } from "../../../../core/contracts/panel/panel-limits.ts";
import { endOneSession, sessionsQuery } from "../../api/me.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Section } from "../../ui/Page.tsx";
import { Failure, Skeleton } from "../../ui/States.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Account.module.css";
import { browserName } from "./browser-name.ts";

const EndOtherSessions = lazyPart(() => import("./EndOtherSessions.tsx"), "EndOtherSessions");

/** Lists the user's sessions. All except the current session can be ended, individually or all together. */
export function MySessions() {
  const t = useWords("me");
  const { data, error, refetch } = useQuery(sessionsQuery());
  const [isAsking, ask] = useState(false);
  const others = data?.filter(({ current }) => !current).length ?? 0;
  return (
    <Section
      title={t("sessions")}
      intro={t("sessionsHint", { hours: PANEL_LIMITS.sessionIdleHours, days: PANEL_LIMITS.sessionDays })}
      actions={
        <Button disabledReason={others === 0 ? t("noOthers") : null} onPress={() => ask(true)}>
          {t("endOthers")}
        </Button>
      }
    >
      {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
      {!data && !error ? <Skeleton lines={2} /> : null}
      {data ? <SessionTable sessions={data} /> : null}
      {isAsking ? <EndOtherSessions count={others} onClose={() => ask(false)} /> : null}
    </Section>
  );
}

function useBrowserWords(): (agent: string) => string {
  const t = useWords("me");
  return (agent) => {
    const { browser, system } = browserName(agent);
    if (browser !== null && system !== null) return t("browserOn", { browser, system });
    return browser ?? system ?? t("unknownBrowser");
  };
}

function SessionTable({ sessions }: { sessions: readonly MySession[] }) {
  const t = useWords("me");
  const common = useWords("common");
  const wordsOf = useBrowserWords();
  const columns: Column<MySession>[] = [
    {
      id: "browser",
      title: t("browser"),
      cell: ({ browser, current }) => (
        <span className={css.name}>
          <span title={browser}>{wordsOf(browser)}</span>
          {current ? <Badge tone="good">{t("current")}</Badge> : null}
        </span>
      ),
    },
    { id: "address", title: t("address"), cell: ({ address }) => <code>{address}</code> },
    { id: "since", title: t("since"), cell: ({ created_at }) => <Time at={created_at} /> },
    { id: "seen", title: t("seen"), cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
    {
      id: "end",
      title: common("actionsOf", { what: "" }),
      isTitleHidden: true,
      cell: (session) => (session.current ? null : <EndOne session={session} name={wordsOf(session.browser)} />),
    },
  ];
  return <Table label={t("sessions")} columns={columns} rows={sessions} keyOf={({ id }) => id} />;
}

function EndOne({ session: { id }, name }: { session: MySession; name: string }) {
  const t = useWords("me");
  const end = useChange({
    send: () => endOneSession(id),
    renews: ["panel.sessions.list"],
    isRenewedAfterFailure: true,
    said: t("ended"),
  });
  return (
    <span className={css.actions}>
      <SubmitError error={end.error} />
      <Button
        isSmall
        kind="quiet"
        isPending={end.isPending}
        aria-label={t("endOf", { browser: name })}
        onPress={() => end.send()}
      >
        {t("end")}
      </Button>
    </span>
  );
}
