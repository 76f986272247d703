import { PLAN_NAMES, PLANS, type Plan } from "../../../../core/contracts/plans.ts";
import { Badge } from "../../ui/Badge.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { useCatalogs, useWords } from "../../words/use-words.ts";
import css from "./Account.module.css";

/** A table of the plans and their allowances. The account's own plan is marked. */
export function PlanTable({ own }: { own: Plan }) {
  const t = useWords("usage");
  const { locale } = useCatalogs();
  const number = new Intl.NumberFormat(locale);
  const amount = (most: number | null) => (most === null ? t("noLimit") : number.format(most));
  const columns: Column<Plan>[] = [
    {
      id: "plan",
      title: t("plan"),
      cell: (plan) => (
        <span className={css.name}>
          {t(`plan_${plan}`)}
          {PLANS[plan].trialDays === null ? null : (
            <span className={css.faint}>{t("days", { days: PLANS[plan].trialDays })}</span>
          )}
          {plan === own ? <Badge tone="good">{t("yours")}</Badge> : null}
        </span>
      ),
    },
    { id: "instances", title: t("instances"), isNumber: true, cell: (plan) => amount(PLANS[plan].instances) },
    { id: "requests", title: t("perMonth"), isNumber: true, cell: (plan) => amount(PLANS[plan].requestsPerMonth) },
    { id: "messages", title: t("perDay"), isNumber: true, cell: (plan) => amount(PLANS[plan].messagesPerDay) },
    { id: "drafts", title: t("draftsAtOnce"), isNumber: true, cell: (plan) => amount(PLANS[plan].draftsAtOnce) },
  ];
  return <Table label={t("plans")} columns={columns} rows={PLAN_NAMES} keyOf={(plan) => plan} />;
}
