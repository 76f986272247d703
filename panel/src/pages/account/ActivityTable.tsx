import { useQuery } from "@tanstack/react-query";
import {
  BotMessageSquare,
  Building2,
  KeyRound,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  Radio,
  ShieldCheck,
  Smartphone,
  UserRound,
  Users,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { Activity } from "../../../../core/contracts/activity.ts";
import { instancesQuery } from "../../api/instances.ts";
import { keysQuery } from "../../api/keys.ts";
import { membersQuery } from "../../api/team.ts";
import { useMe } from "../../shell/use-me.ts";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Account.module.css";
import { type ActionArea, AREA_OF_ACTION, isKnownAction } from "./actions.ts";
import { namesOf } from "./activity-names.ts";

const ICONS: Record<ActionArea, LucideIcon> = {
  account: Building2,
  team: Users,
  keys: KeyRound,
  numbers: Smartphone,
  contacts: UserRound,
  groups: UsersRound,
  chats: MessagesSquare,
  channels: Radio,
  broadcasts: Megaphone,
  answers: BotMessageSquare,
  otps: ShieldCheck,
  webhooks: Webhook,
};

/** A table of log entries. Shows known names instead of ids. */
export function ActivityTable({ lines }: { lines: readonly Activity[] }) {
  const t = useWords("activity");
  const columns: Column<Activity>[] = [
    { id: "what", title: t("what"), cell: (line) => <What of={line} /> },
    { id: "on", title: t("onWhat"), cell: (line) => <OnWhat of={line} /> },
    { id: "who", title: t("who"), cell: (line) => <Who of={line} /> },
    { id: "from", title: t("from"), cell: ({ source }) => (source === null ? null : <code>{source}</code>) },
    { id: "when", title: t("when"), cell: (line) => <Time at={line.created_at} /> },
  ];
  return <Table label={t("list")} columns={columns} rows={lines} keyOf={({ id }) => id} />;
}

function What({ of: { action, changed } }: { of: Activity }) {
  const t = useWords("activity");
  const isKnown = isKnownAction(action);
  const Icon = isKnown ? ICONS[AREA_OF_ACTION[action]] : Building2;
  return (
    <span className={css.what}>
      <Icon aria-hidden="true" />
      <span className={css.stack}>
        {isKnown ? t(`action_${action}`) : action}
        {changed.length > 0 ? (
          <span className={css.fields}>{t("changedFields", { fields: changed.join(", ") })}</span>
        ) : null}
      </span>
    </span>
  );
}

function OnWhat({ of: { instance_id, subject } }: { of: Activity }) {
  const t = useWords("activity");
  const names = useNames();
  const number = instance_id === null ? null : (names.get(instance_id) ?? instance_id);
  const other = subject === instance_id ? null : subject;
  return (
    <span className={css.stack}>
      {number === null && other === null ? t("account") : null}
      {number === null ? null : <UserText isName>{number}</UserText>}
      {other === null ? null : <Subject id={other} name={names.get(other)} />}
    </span>
  );
}

const Subject = ({ id, name }: { id: string; name: string | undefined }) =>
  name === undefined ? <code className={css.id}>{id}</code> : <UserText isName>{name}</UserText>;

function Who({ of: { by, key_id, user_id } }: { of: Activity }) {
  const t = useWords("activity");
  const names = useNames();
  const { user } = useMe();
  const id = key_id ?? user_id;
  if (id === null) return t(`by_${by}`);
  const name = names.get(id) ?? (by === "user" ? t("byGone") : id);
  return (
    <span className={css.stack}>
      <UserText isName>{name}</UserText>
      <span className={css.faint}>{id === user.id ? t("you") : t(`by_${by}`)}</span>
    </span>
  );
}

function useNames(): ReadonlyMap<string, string> {
  const numbers = useQuery(instancesQuery()).data ?? [];
  const keys = useQuery(keysQuery()).data ?? [];
  const people = useQuery(membersQuery()).data ?? [];
  return namesOf(numbers, keys, people);
}
