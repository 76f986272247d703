import { useState } from "react";
import type { Member } from "../../../../core/contracts/panel/team.ts";
import { useCan, useMe } from "../../shell/use-me.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Account.module.css";
import { isLastAdmin } from "./member-refusals.ts";

const ChangeRoleForm = lazyPart(() => import("../../forms/change-role.tsx"), "ChangeRoleForm");
const RemoveMember = lazyPart(() => import("./RemoveMember.tsx"), "RemoveMember");

const TONES = { viewer: "quiet", member: "info", admin: "good" } as const;

/** A table of the account's members. */
export function MemberTable({ members }: { members: readonly Member[] }) {
  const t = useWords("team");
  const common = useWords("common");
  const [asked, ask] = useState<{ member: Member; question: "role" | "remove" } | null>(null);
  const columns: Column<Member>[] = [
    { id: "name", title: t("name"), cell: (member) => <Person of={member} /> },
    {
      id: "role",
      title: t("role"),
      cell: ({ role }) => <Badge tone={TONES[role]}>{common(`role_${role}`)}</Badge>,
    },
    { id: "joined", title: t("joined"), cell: ({ joined_at }) => <Time at={joined_at} /> },
    {
      id: "seen",
      title: t("seen"),
      cell: ({ last_seen_at: at }) => (at === null ? common("never") : <Time at={at} />),
    },
    {
      id: "actions",
      title: common("actionsOf", { what: "" }),
      isTitleHidden: true,
      cell: (member) => (
        <MemberButtons
          member={member}
          isLast={isLastAdmin(member, members)}
          onAsk={(question) => ask({ member, question })}
        />
      ),
    },
  ];
  return (
    <>
      <Table label={t("members")} columns={columns} rows={members} keyOf={({ id }) => id} />
      {asked?.question === "role" ? <ChangeRoleForm member={asked.member} onClose={() => ask(null)} /> : null}
      {asked?.question === "remove" ? <RemoveMember member={asked.member} onClose={() => ask(null)} /> : null}
    </>
  );
}

function Person({ of: { id, name, email } }: { of: Member }) {
  const t = useWords("team");
  const { user } = useMe();
  return (
    <span className={css.stack}>
      <span className={css.name}>
        <UserText isName>{name ?? email}</UserText>
        {id === user.id ? <Badge>{t("you")}</Badge> : null}
      </span>
      {name === null ? null : (
        <span className={css.faint}>
          <UserText isName>{email}</UserText>
        </span>
      )}
    </span>
  );
}

function MemberButtons({
  member,
  isLast,
  onAsk,
}: {
  member: Member;
  isLast: boolean;
  onAsk: (question: "role" | "remove") => void;
}) {
  const t = useWords("team");
  const common = useWords("common");
  const refusal = useCan()("team.change");
  const isMe = useMe().user.id === member.id;
  const last = isLast ? t("lastAdmin") : null;
  const name = member.name ?? member.email;
  return (
    <span className={css.actions}>
      <Button
        isSmall
        kind="quiet"
        aria-label={`${t("changeRole")}: ${name}`}
        disabledReason={refusal ?? last}
        onPress={() => onAsk("role")}
      >
        {t("changeRole")}
      </Button>
      <Button
        isSmall
        kind="quiet"
        aria-label={`${isMe ? t("leave") : common("remove")}: ${name}`}
        // Every member can leave, but only admins can remove others.
        disabledReason={(isMe ? null : refusal) ?? last}
        onPress={() => onAsk("remove")}
      >
        {isMe ? t("leave") : common("remove")}
      </Button>
    </span>
  );
}
