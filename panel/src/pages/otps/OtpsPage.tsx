import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import type { Instance } from "../../../../core/contracts/instance.ts";
import type { PanelOtp } from "../../../../core/contracts/panel/otps.ts";
import { otpsQuery } from "../../api/otps.ts";
import { NumberPage } from "../../shell/NumberPage.tsx";
import { Badge, type Tone } from "../../ui/Badge.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";

const TONES: Record<PanelOtp["status"], Tone> = {
  pending: "info",
  verified: "good",
  failed: "bad",
  expired: "warn",
  cancelled: "quiet",
};

/** The page that shows the results of a number's most recent one-time codes. The codes themselves are never shown. */
export function OtpsPage() {
  const t = useWords("otps");
  return (
    <NumberPage title={t("title")} intro={t("intro")}>
      {(number) => <OtpsOf key={number.id} number={number} />}
    </NumberPage>
  );
}

function OtpsOf({ number }: { number: Instance }) {
  const t = useWords("otps");
  const { data: otps, error, refetch } = useQuery(otpsQuery(number.id));
  if (!otps) return error ? <Failure error={error} onRetry={refetch} /> : <Skeleton lines={6} />;
  if (otps.length === 0)
    return (
      <EmptyState icon={<ShieldCheck />} title={t("emptyTitle")}>
        {t("emptyText")}
      </EmptyState>
    );
  const ended = otps.filter(({ status }) => status !== "pending");
  const verified = otps.filter(({ status }) => status === "verified");
  const columns: Column<PanelOtp>[] = [
    {
      id: "phone",
      title: t("phone"),
      cell: ({ phone }) => (phone === null ? t("anyone") : <bdi>+{phone}</bdi>),
    },
    {
      id: "status",
      title: t("status"),
      cell: ({ status, reason }) => (
        <>
          <Badge tone={TONES[status]}>{t(`status_${status}`)}</Badge>
          {reason === null ? null : ` ${t(`reason_${reason}`)}`}
        </>
      ),
    },
    { id: "channel", title: t("channel"), cell: ({ channel }) => t(`channel_${channel}`) },
    {
      id: "reference",
      title: t("reference"),
      cell: ({ reference }) => (reference === null ? null : <UserText>{reference}</UserText>),
    },
    { id: "created", title: t("created"), cell: ({ created_at: at }) => <Time at={at} /> },
  ];
  return (
    <>
      {ended.length === 0 ? null : <p>{t("share", { verified: verified.length, ended: ended.length })}</p>}
      <Table label={t("list", { name: number.name })} columns={columns} rows={otps} keyOf={({ id }) => id} />
    </>
  );
}
