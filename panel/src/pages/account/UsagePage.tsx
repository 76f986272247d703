import { useQuery } from "@tanstack/react-query";
import { accountQuery, usageQuery } from "../../api/team.ts";
import { useCan } from "../../shell/use-me.ts";
import { Page, Section } from "../../ui/Page.tsx";
import { Failure, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import { AccountFacts } from "./AccountFacts.tsx";
import { Exports } from "./Exports.tsx";
import { Meters } from "./Meters.tsx";
import { PlanNotice } from "./PlanNotice.tsx";
import { PlanTable } from "./PlanTable.tsx";

/** Shows how much of the account's plan has been used, and how to continue after a trial. */
export function UsagePage() {
  const t = useWords("usage");
  const mayExport = useCan()("account.export") === null;
  const usage = useQuery(usageQuery());
  const account = useQuery(accountQuery());
  const error = (usage.data ? null : usage.error) ?? (account.data ? null : account.error);
  const retry = () => Promise.all([usage.refetch(), account.refetch()]);
  return (
    <Page title={t("title")} intro={t("intro")}>
      {error ? <Failure error={error} onRetry={retry} /> : null}
      {!error && !(usage.data && account.data) ? <Skeleton lines={6} /> : null}
      {usage.data && account.data ? (
        <>
          <PlanNotice account={account.data} />
          <Meters usage={usage.data} />
          <Section title={t("plans")}>
            <PlanTable own={account.data.plan} />
          </Section>
          <AccountFacts account={account.data} />
          {mayExport ? <Exports /> : null}
        </>
      ) : null}
    </Page>
  );
}
