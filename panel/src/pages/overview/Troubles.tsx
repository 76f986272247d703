import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { paths } from "../../paths.ts";
import { Notice } from "../../ui/States.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Home.module.css";
import type { Trouble } from "./troubles.ts";

/** Lists everything that needs attention, with links to the pages where it can be fixed. */
export function Troubles({ troubles }: { troubles: readonly Trouble[] }) {
  const t = useWords("overview");
  if (troubles.length === 0) return <p className={css.quiet}>{t("noTroubles")}</p>;
  return (
    <ul role="list" className={css.list} aria-label={t("troubles")}>
      {troubles.map((trouble) => (
        <li key={keyOf(trouble)}>
          <TroubleNotice trouble={trouble} />
        </li>
      ))}
    </ul>
  );
}

function keyOf(trouble: Trouble): string {
  if (trouble.kind === "number") return trouble.instance.id;
  if (trouble.kind === "webhook") return `webhook ${trouble.webhook.instance_id}`;
  return trouble.kind === "limit" ? trouble.limit : trouble.kind;
}

function TroubleNotice({ trouble }: { trouble: Trouble }) {
  const t = useWords("overview");
  const i = useWords("instances");
  const c = useWords("common");
  if (trouble.kind === "number") {
    const { id, name, status, status_reason: reason } = trouble.instance;
    return (
      <TroubleLine isBad={status !== "working"} to={paths.instance(id)} name={name}>
        {c(`status_${status}`)}. {reason ? i(`reason_${reason}`) : null}
      </TroubleLine>
    );
  }
  if (trouble.kind === "webhook") {
    const { instance_name: name } = trouble.webhook;
    return (
      <TroubleLine isBad={trouble.isPaused} to={paths.webhooks()} name={name ?? c("nav_webhooks")}>
        {t(trouble.isPaused ? "webhookPaused" : "webhookFails", { count: trouble.webhook.events_kept })}
      </TroubleLine>
    );
  }
  if (trouble.kind === "trial")
    return (
      <TroubleLine isBad={false} to={paths.usage()} name={c("nav_usage")}>
        {c("trialLeft", { days: trouble.days })}.
      </TroubleLine>
    );
  return (
    <TroubleLine isBad={trouble.isFull} to={paths.usage()} name={c("nav_usage")}>
      {t(`${trouble.limit}${trouble.isFull ? "Full" : "Near"}`)}
    </TroubleLine>
  );
}

function TroubleLine({ isBad, to, name, children }: { isBad: boolean; to: string; name: string; children: ReactNode }) {
  return (
    <Notice kind={isBad ? "bad" : "warn"}>
      <Link to={to}>
        <UserText isName>{name}</UserText>
      </Link>
      {": "}
      {children}
    </Notice>
  );
}
