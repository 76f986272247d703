import type { Group } from "../../../../core/contracts/groups/group.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Section } from "../../ui/Page.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Groups.module.css";

type Member = Group["participants"][number];

const RANK = { owner: 0, admin: 1, member: 2 } as const;
const TONES = { owner: "good", admin: "info", member: "quiet" } as const;

/** A group's members, those with the most rights first. @param phone the number's own phone. */
export function GroupMembers({ group, name, phone }: { group: Group; name: string; phone: string | null }) {
  const t = useWords("groups");
  const members = group.participants.toSorted(
    (one, other) =>
      RANK[one.role] - RANK[other.role] || (one.phone ?? one.id).localeCompare(other.phone ?? other.id, "en"),
  );
  const columns: Column<Member>[] = [
    {
      id: "person",
      title: t("person"),
      cell: (member) => (
        <>
          {member.phone === null ? t("hiddenNumber") : <bdi dir="ltr">{`+${member.phone}`}</bdi>}
          {member.phone !== null && member.phone === phone ? (
            <span className={css.faint}> · {t("thisNumber")}</span>
          ) : null}
        </>
      ),
    },
    { id: "role", title: t("role"), cell: ({ role }) => <Badge tone={TONES[role]}>{t(`role_${role}`)}</Badge> },
    { id: "id", title: t("id"), cell: ({ id }) => <code className={css.id}>{id}</code> },
  ];
  return (
    <Section title={t("members")}>
      <Table label={t("memberList", { name })} columns={columns} rows={members} keyOf={({ id }) => id} />
    </Section>
  );
}
