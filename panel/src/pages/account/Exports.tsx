import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DataExport } from "../../../../core/contracts/exports.ts";
import { exportsQuery } from "../../api/exports.ts";
import { Badge, type Tone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Section } from "../../ui/Page.tsx";
import { Failure, Skeleton } from "../../ui/States.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { useWords } from "../../words/use-words.ts";
import { shownPhone } from "../chats/rules/people.ts";
import css from "./Account.module.css";
import { FileSize } from "./FileSize.tsx";

const StartExport = lazyPart(() => import("../../forms/start-export.tsx"), "StartExport");
const ExportFiles = lazyPart(() => import("./ExportFiles.tsx"), "ExportFiles");

const TONES: Record<DataExport["status"], Tone> = { waiting: "info", running: "info", done: "good", failed: "bad" };

/** For admins, lists the archives of the account's data and of individual people's data. */
export function Exports() {
  const t = useWords("exports");
  const { data, error, refetch } = useQuery(exportsQuery());
  const [isStarting, start] = useState(false);
  return (
    <Section
      title={t("title")}
      intro={t("intro")}
      guide="exports"
      actions={<Button onPress={() => start(true)}>{t("startAccount")}</Button>}
    >
      {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
      {!error && !data ? <Skeleton lines={2} /> : null}
      {data?.length === 0 ? <p className={css.quiet}>{t("none")}</p> : null}
      {data && data.length > 0 ? <ExportTable rows={data} /> : null}
      {isStarting ? <StartExport person={null} onClose={() => start(false)} /> : null}
    </Section>
  );
}

function ExportTable({ rows }: { rows: readonly DataExport[] }) {
  const t = useWords("exports");
  const [opened, open] = useState<string | null>(null);
  const columns: Column<DataExport>[] = [
    { id: "what", title: t("what"), cell: (row) => <Whose row={row} /> },
    { id: "begun", title: t("begunAt"), cell: ({ created_at: at }) => <Time at={at} /> },
    { id: "state", title: t("state"), cell: (row) => <State row={row} /> },
    { id: "size", title: t("size"), cell: ({ size_bytes: bytes }) => <FileSize bytes={bytes} />, isNumber: true },
    { id: "until", title: t("keptUntil"), cell: ({ expires_at: at }) => <Time at={at} isExact /> },
    {
      id: "files",
      title: t("files"),
      isTitleHidden: true,
      cell: ({ id, status }) =>
        status === "done" ? (
          <Button isSmall onPress={() => open(id)}>
            {t("download")}
          </Button>
        ) : null,
    },
  ];
  return (
    <>
      <Table label={t("title")} columns={columns} rows={rows} keyOf={({ id }) => id} />
      {opened === null ? null : <ExportFiles id={opened} onClose={() => open(null)} />}
    </>
  );
}

function Whose({ row: { contact } }: { row: DataExport }) {
  const t = useWords("exports");
  if (contact === null) return t("wholeAccount");
  return (
    <>
      {t("onePerson")} <bdi dir="ltr">{/^\d+$/.test(contact) ? shownPhone(contact) : contact}</bdi>
    </>
  );
}

function State({ row: { status, reason, progress } }: { row: DataExport }) {
  const t = useWords("exports");
  const why = reason === null ? null : t(`why_${reason}`);
  return (
    <span className={css.stack}>
      <Badge tone={TONES[status]}>{t(`status_${status}`)}</Badge>
      {status === "running" ? <span className={css.faint}>{t("progress", { count: progress.records })}</span> : null}
      {why === null ? null : <span className={css.faint}>{why}</span>}
    </span>
  );
}
