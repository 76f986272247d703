import { useQuery } from "@tanstack/react-query";
import { CircleDashed, Plus } from "lucide-react";
import { useState } from "react";
import type { Instance } from "../../../../core/contracts/instance.ts";
import type { Status } from "../../../../core/contracts/statuses/status.ts";
import { deleteStatus, statusesQuery } from "../../api/statuses.ts";
import { NumberPage } from "../../shell/NumberPage.tsx";
import { useCan } from "../../shell/use-me.ts";
import { Badge, type Tone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWhyFailed } from "../../ui/use-why-failed.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Statuses.module.css";

const PostStatus = lazyPart(() => import("../../forms/post-status.tsx"), "PostStatus");

const TONES: Record<Status["status"], Tone> = { queued: "info", sent: "good", failed: "bad" };

/** The page that lists a number's statuses. They are visible for a day to people who have saved the number. */
export function StatusesPage() {
  const t = useWords("statuses");
  return (
    <NumberPage title={t("title")} intro={t("intro")} actions={(number) => <Posting number={number} />}>
      {(number) => <StatusesOf key={number.id} number={number} />}
    </NumberPage>
  );
}

function Posting({ number }: { number: Instance }) {
  const t = useWords("statuses");
  const refusal = useCan()("status.post", number);
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button kind="primary" icon={<Plus aria-hidden="true" />} disabledReason={refusal} onPress={() => open(true)}>
        {t("post")}
      </Button>
      {isOpen ? <PostStatus number={number} onClose={() => open(false)} /> : null}
    </>
  );
}

function StatusesOf({ number }: { number: Instance }) {
  const t = useWords("statuses");
  const why = useWhyFailed();
  const { data: statuses, error, refetch } = useQuery(statusesQuery(number.id));
  if (!statuses) return error ? <Failure error={error} onRetry={refetch} /> : <Skeleton lines={4} />;
  if (statuses.length === 0)
    return (
      <EmptyState icon={<CircleDashed />} title={t("emptyTitle")}>
        {t("emptyText")}
      </EmptyState>
    );
  const columns: Column<Status>[] = [
    { id: "status", title: t("status"), cell: (status) => <Content status={status} /> },
    {
      id: "state",
      title: t("state"),
      cell: ({ status, error_code: code }) => (
        <>
          <Badge tone={TONES[status]}>{t(`step_${status}`)}</Badge>
          {code === null ? null : <span className={css.faint}> {why(code)}</span>}
        </>
      ),
    },
    { id: "recipients", title: t("recipients"), isNumber: true, cell: (one) => one.recipients_count },
    { id: "views", title: t("viewsTitle"), isNumber: true, cell: ({ views }) => views },
    {
      id: "until",
      title: t("until"),
      cell: ({ expires_at: at }) => (at === null ? null : <Time at={at} isExact />),
    },
    {
      id: "delete",
      title: t("delete"),
      isTitleHidden: true,
      cell: (status) => <Deleting status={status} number={number} />,
    },
  ];
  return <Table label={t("list", { name: number.name })} columns={columns} rows={statuses} keyOf={({ id }) => id} />;
}

function Content({ status }: { status: Status }) {
  const t = useWords("statuses");
  const { text, media, type, background_color: color } = status;
  return (
    <span className={css.content}>
      {color === null ? null : <span className={css.swatch} style={{ backgroundColor: color }} aria-hidden="true" />}
      {media === null ? null : (
        <a href={media.url} target="_blank" rel="noopener noreferrer" aria-label={t("open")}>
          {t(`kind_${type}`)}
        </a>
      )}
      {text === null ? null : <UserText>{text}</UserText>}
    </span>
  );
}

function Deleting({ status, number }: { status: Status; number: Instance }) {
  const t = useWords("statuses");
  const refusal = useCan()("status.delete", number);
  const [isAsked, ask] = useState(false);
  const remove = useChange({
    send: () => deleteStatus(number.id, status.id),
    renews: [statusesQuery(number.id).queryKey],
    said: t("deleted"),
    onDone: () => ask(false),
  });
  if (status.status !== "sent") return null;
  return (
    <>
      <Button
        isSmall
        kind="quiet"
        disabledReason={refusal}
        aria-label={t("deleteOf", { text: status.text ?? t(`kind_${status.type}`) })}
        onPress={() => ask(true)}
      >
        {t("delete")}
      </Button>
      {isAsked ? (
        <ConfirmDialog title={t("deleteTitle")} confirmLabel={t("delete")} onClose={() => ask(false)} change={remove}>
          {t("deleteText")}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
