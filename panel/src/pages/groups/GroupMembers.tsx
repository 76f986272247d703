import { UserPlus } from "lucide-react";
import { useState } from "react";
import type { Group } from "../../../../core/contracts/groups/group.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { changeMember, groupReads, type MemberAct } from "../../api/groups.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Section } from "../../ui/Page.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Groups.module.css";
import { useGroupRefusal } from "./use-group-refusal.ts";

const Menu = lazyPart(() => import("../../ui/Menu.tsx"), "Menu");
const AddMembersForm = lazyPart(() => import("../../forms/add-members.tsx"), "AddMembersForm");

type Member = Group["participants"][number];

const RANK = { owner: 0, admin: 1, member: 2 } as const;
const TONES = { owner: "good", admin: "info", member: "quiet" } as const;

/**
 * Lists a group's members, starting with those who have the most rights. @param number null until the number has
 * loaded.
 */
export function GroupMembers({ group, name, number }: { group: Group; name: string; number: Instance | null }) {
  const t = useWords("groups");
  const [isAdding, add] = useState(false);
  const refusal = useGroupRefusal(group, number)("add");
  const isOwn = ({ phone }: Member) => phone !== null && phone === number?.phone;
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
          {isOwn(member) ? <span className={css.faint}> · {t("thisNumber")}</span> : null}
        </>
      ),
    },
    { id: "role", title: t("role"), cell: ({ role }) => <Badge tone={TONES[role]}>{t(`role_${role}`)}</Badge> },
    { id: "id", title: t("id"), cell: ({ id }) => <code className={css.id}>{id}</code> },
    {
      id: "actions",
      title: t("actions"),
      isTitleHidden: true,
      cell: (member) =>
        number === null || isOwn(member) || member.role === "owner" ? null : (
          <MemberMenu group={group} number={number} member={member} />
        ),
    },
  ];
  return (
    <Section
      title={t("members")}
      actions={
        number === null ? null : (
          <Button isSmall icon={<UserPlus aria-hidden="true" />} disabledReason={refusal} onPress={() => add(true)}>
            {t("addMembers")}
          </Button>
        )
      }
    >
      <Table label={t("memberList", { name })} columns={columns} rows={members} keyOf={({ id }) => id} />
      {isAdding && number ? <AddMembersForm group={group} number={number} onClose={() => add(false)} /> : null}
    </Section>
  );
}

function MemberMenu({ group, number, member }: { group: Group; number: Instance; member: Member }) {
  const t = useWords("groups");
  const refusal = useGroupRefusal(group, number)("admin");
  const [isRemoving, askToRemove] = useState(false);
  const name = member.phone === null ? t("hiddenNumber") : `+${member.phone}`;
  const request = {
    send: (act: MemberAct) => changeMember(number.id, group.id, act, member.id),
    renews: groupReads(number.id),
    isFailureSaid: true,
  };
  const role = useChange(request);
  // Separate from the change of the role, which may still be in progress when the dialog opens and must not close it.
  const removal = useChange({ ...request, onDone: () => askToRemove(false) });
  const other = member.role === "admin" ? "demote" : "promote";
  return (
    <>
      <Menu
        label={t("actionsOf", { name })}
        actions={[
          { id: other, label: t(other), disabledReason: refusal, onAction: () => role.send(other) },
          {
            id: "remove",
            label: t("remove"),
            isDangerous: true,
            disabledReason: refusal,
            onAction: () => askToRemove(true),
          },
        ]}
      />
      {isRemoving ? (
        <ConfirmDialog
          title={t("removeTitle", { name })}
          confirmLabel={t("remove")}
          onClose={() => askToRemove(false)}
          change={{ ...removal, send: () => removal.send("remove") }}
        >
          {t("removeText")}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
