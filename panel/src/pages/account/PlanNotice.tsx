import type { PanelAccount } from "../../../../core/contracts/panel/team.ts";
import { trialDaysLeft } from "../../shell/trial-days-left.ts";
import { CopyField } from "../../ui/CopyField.tsx";
import { Card } from "../../ui/Page.tsx";
import { Notice } from "../../ui/States.tsx";
import { Time } from "../../ui/Time.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Account.module.css";

/** Explains why the account has been stopped, or will be, and how to continue using it. */
export function PlanNotice({ account }: { account: PanelAccount }) {
  const t = useWords("usage");
  if (account.status === "suspended")
    return (
      <Notice kind="bad" title={t("status_suspended")}>
        {t("suspendedText")}
      </Notice>
    );
  if (account.trial_ends_at === null) return null;
  const days = trialDaysLeft(account.trial_ends_at);
  const isOver = new Date(account.trial_ends_at).getTime() <= Date.now();
  return (
    <>
      <Notice kind={isOver ? "bad" : "info"} title={isOver ? t("trialOver") : t("trialRunning", { days: days ?? 0 })}>
        {t(isOver ? "trialEnded" : "trialEnds")} <Time at={account.trial_ends_at} isExact />
      </Notice>
      <Card>
        <div className={css.meter}>
          <h2 className={css.meterTitle}>{t("goOn")}</h2>
          <p className={css.quiet}>{t("goOnText")}</p>
          <CopyField label={t("accountId")} value={account.id} />
        </div>
      </Card>
    </>
  );
}
