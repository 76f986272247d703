import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PanelKey } from "../../../../core/contracts/panel/developers.ts";
import { instancesQuery } from "../../api/instances.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Developers.module.css";

const RevokeKey = lazyPart(() => import("./RevokeKey.tsx"), "RevokeKey");

const TONES = { full: "warn", send: "info", read: "quiet" } as const;

/** A table of API keys with their rights and last use. Active keys have a revoke button. */
export function KeyTable({
  label,
  rows,
  isRevoked = false,
}: {
  label: string;
  rows: readonly PanelKey[];
  isRevoked?: boolean;
}) {
  const t = useWords("keys");
  const common = useWords("common");
  const numbers = useQuery(instancesQuery()).data ?? [];
  const [leaving, setLeaving] = useState<PanelKey | null>(null);
  const nameOf = (id: string) => numbers.find((one) => one.id === id)?.name ?? id;
  const columns: Column<PanelKey>[] = [
    { id: "name", title: t("name"), cell: (key) => <KeyName of={key} /> },
    { id: "kind", title: t("kind"), cell: ({ kind }) => <Badge tone={TONES[kind]}>{t(`kind_${kind}`)}</Badge> },
    {
      id: "scope",
      title: t("scope"),
      cell: ({ instance_id: id }) => (id === null ? t("scopeAll") : <UserText isName>{nameOf(id)}</UserText>),
    },
    {
      id: "addresses",
      title: t("addresses"),
      cell: ({ allowed_ips: ips }) =>
        ips.length === 0 ? <span className={css.faint}>{t("anywhere")}</span> : <Addresses ips={ips} />,
    },
    { id: "assistant", title: t("byAssistant"), cell: (key) => <ByAssistant of={key} /> },
    { id: "made", title: t("made"), cell: (key) => <Time at={key.created_at} /> },
    { id: "used", title: t("lastUsed"), cell: (key) => <LastUse of={key} /> },
    {
      id: "end",
      title: isRevoked ? t("revokedAt") : common("actionsOf", { what: "" }),
      isTitleHidden: !isRevoked,
      cell: (key) =>
        key.revoked_at === null ? (
          <Button
            isSmall
            kind="quiet"
            aria-label={`${t("revoke")}: ${key.name ?? t("unnamed")}`}
            onPress={() => setLeaving(key)}
          >
            {t("revoke")}
          </Button>
        ) : (
          <Time at={key.revoked_at} />
        ),
    },
  ];
  return (
    <>
      <Table label={label} columns={columns} rows={rows} keyOf={({ id }) => id} />
      {leaving ? <RevokeKey revoked={leaving} onClose={() => setLeaving(null)} /> : null}
    </>
  );
}

/** Shows a key's name and its last characters, which identify the key elsewhere. */
function KeyName({ of: { name, last4 } }: { of: PanelKey }) {
  const t = useWords("keys");
  return (
    <span className={css.stack}>
      <UserText isName>{name ?? t("unnamed")}</UserText>
      {last4 === null ? null : (
        <span className={css.end}>
          <span className="hidden-visually">{t("last4")} </span>
          <code>…{last4}</code>
        </span>
      )}
    </span>
  );
}

const Addresses = ({ ips }: { ips: readonly string[] }) => (
  <span className={css.stack}>
    {ips.map((ip) => (
      <code key={ip}>{ip}</code>
    ))}
  </span>
);

/** Shows how much a key may send through an assistant's tools. */
function ByAssistant({ of: key }: { of: PanelKey }) {
  const t = useWords("keys");
  if (key.kind === "read") return <span className={css.faint}>{t("mcpReads")}</span>;
  return (
    <span className={css.stack}>
      {key.mcp_confirm ? <Badge tone="good">{t("mcpConfirms")}</Badge> : null}
      <span>{t("mcpSendsShown", { sends: key.mcp_sends_per_hour })}</span>
      <span className={css.faint}>{t("mcpFirstShown", { firsts: key.mcp_first_messages_per_day })}</span>
    </span>
  );
}

function LastUse({ of: key }: { of: PanelKey }) {
  const t = useWords("keys");
  const common = useWords("common");
  if (key.last_used_at === null) return <span className={css.faint}>{common("never")}</span>;
  return (
    <span className={css.stack}>
      <Time at={key.last_used_at} />
      {key.last_used_from === null ? null : (
        <span className={css.faint}>{t("lastUsedFrom", { address: key.last_used_from })}</span>
      )}
    </span>
  );
}
