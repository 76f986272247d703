import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { instancesQuery } from "../../api/instances.ts";
import { areAllDone, firstStepsQuery } from "../../api/start.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Page } from "../../ui/Page.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Failure, Notice, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Start.module.css";

const FIVE_SECONDS = 5_000;

/** The page that lists the four steps to the first message and whether each is done. */
export function StartPage() {
  const t = useWords("start");
  const queries = useQueryClient();
  const isAdmin = useCan()("keys.change") === null;
  const { data, error, refetch } = useQuery({ ...firstStepsQuery(queries, isAdmin), refetchInterval: FIVE_SECONDS });
  const numbers = useQuery({ ...instancesQuery(), enabled: data !== undefined });
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <Page title={t("title")} intro={t("intro")}>
        <Skeleton />
      </Page>
    );
  }
  const first = numbers.data?.[0];
  const steps = [
    { name: "add", isDone: data.add, action: <LinkButton to={paths.instances()}>{t("go_add")}</LinkButton> },
    {
      name: "link",
      isDone: data.link,
      action: first ? <LinkButton to={paths.link(first.id)}>{t("go_link")}</LinkButton> : null,
    },
    { name: "message", isDone: data.message, action: <LinkButton to={paths.chats()}>{t("go_message")}</LinkButton> },
    {
      name: "system",
      isDone: data.system === true,
      action: (
        <>
          <LinkButton to={paths.keys()}>{t("go_system")}</LinkButton>
          <LinkButton to={paths.webhooks()}>{t("goWebhook")}</LinkButton>
        </>
      ),
    },
  ] as const;
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone)?.name;
  return (
    <Page title={t("title")} intro={t("intro")}>
      {areAllDone(data) ? <Notice kind="good">{t("allDone")}</Notice> : null}
      <div className={css.progress}>
        <p>{t("progress", { done, all: steps.length })}</p>
        <Progress label={t("progress", { done, all: steps.length })} value={done} of={steps.length} />
      </div>
      <ol className={css.steps}>
        {steps.map(({ name, isDone, action }) => (
          <Step key={name} name={name} isDone={isDone} isNext={name === next} action={action} />
        ))}
      </ol>
    </Page>
  );
}

function Step({
  name,
  isDone,
  isNext,
  action,
}: {
  name: "add" | "link" | "message" | "system";
  isDone: boolean;
  isNext: boolean;
  action: ReactNode;
}) {
  const t = useWords("start");
  return (
    <li className={isNext ? css.next : css.step}>
      {isDone ? (
        <CircleCheck aria-hidden="true" className={css.done} />
      ) : (
        <CircleDashed aria-hidden="true" className={css.todo} />
      )}
      <div className={css.text}>
        <h2 className={css.title}>
          {t(`${name}Title`)} <span className="hidden-visually">{isDone ? t("done") : t("todo")}</span>
        </h2>
        <p>{t(`${name}Text`)}</p>
      </div>
      {isDone ? null : <div className={css.action}>{action}</div>}
    </li>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useWords("start");
  return (
    <Page title={t("title")} intro={t("intro")}>
      <Failure error={error} onRetry={onRetry} />
    </Page>
  );
}
