import { useQuery } from "@tanstack/react-query";
import { Smartphone } from "lucide-react";
import { instancesQuery } from "../../api/instances.ts";
import { accountQuery, trafficQuery, usageQuery } from "../../api/team.ts";
import { webhooksQuery } from "../../api/webhooks.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import { NumberTable } from "./NumberTable.tsx";
import { Troubles } from "./Troubles.tsx";
import { troublesOf } from "./troubles.ts";
import { WaitingChats } from "./WaitingChats.tsx";

/**
 * The panel's first page. It shows any problems, the people waiting for an answer, and how the numbers are doing today.
 */
export function HomePage() {
  const t = useWords("overview");
  const isAdmin = useCan()("webhooks.change") === null;
  const numbers = useQuery(instancesQuery());
  const usage = useQuery(usageQuery()).data;
  const account = useQuery(accountQuery()).data;
  const traffic = useQuery(trafficQuery()).data;
  const webhooks = useQuery({ ...webhooksQuery(), enabled: isAdmin }).data;
  const { data: instances, error, refetch } = numbers;
  return (
    <Page title={t("title")} intro={t("intro")}>
      {error && !instances ? <Failure error={error} onRetry={refetch} /> : null}
      {instances || error ? null : <Skeleton lines={6} />}
      {instances?.length === 0 ? (
        <EmptyState
          icon={<Smartphone />}
          title={t("emptyTitle")}
          action={<LinkButton to={paths.start()}>{t("toStart")}</LinkButton>}
        >
          {t("emptyText")}
        </EmptyState>
      ) : null}
      {instances && instances.length > 0 ? (
        <>
          <Section title={t("troubles")}>
            <Troubles troubles={troublesOf({ instances, webhooks, usage, account }, new Date())} />
          </Section>
          <Section title={t("waiting")} intro={t("waitingIntro")}>
            <WaitingChats instances={instances} />
          </Section>
          <Section title={t("today")} intro={t("todayIntro")}>
            <NumberTable instances={instances} traffic={traffic} />
          </Section>
        </>
      ) : null}
    </Page>
  );
}
