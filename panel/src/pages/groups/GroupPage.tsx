import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { MessageSquareText, Pencil, UsersRound } from "lucide-react";
import { useState } from "react";
import type { Group } from "../../../../core/contracts/groups/group.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { ApiFailure } from "../../api/client.ts";
import { groupQuery } from "../../api/groups.ts";
import { instancesQuery } from "../../api/instances.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Card, Page, Section } from "../../ui/Page.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import { GroupInviteSection } from "./GroupInviteSection.tsx";
import { GroupMembers } from "./GroupMembers.tsx";
import { GroupRequests } from "./GroupRequests.tsx";
import css from "./Groups.module.css";
import { useGroupRefusal } from "./use-group-refusal.ts";

const ChangeGroupForm = lazyPart(() => import("../../forms/change-group.tsx"), "ChangeGroupForm");
const LeaveGroup = lazyPart(() => import("../../forms/leave-group.tsx"), "LeaveGroup");

const DAY_SEC = 86_400;
const HOUR_SEC = 3_600;

/** A group's page, with its details, rules and members. */
export function GroupPage() {
  const t = useWords("groups");
  const { instance = "", group: id = "" } = useParams({ strict: false });
  const { data: group, error, refetch } = useQuery(groupQuery(instance, id));
  const number = useQuery(instancesQuery()).data?.find((one) => one.id === instance);
  const name = group === undefined ? t("subject") : group.subject.trim() === "" ? t("unnamed") : group.subject;
  const isGone = error instanceof ApiFailure && error.status === 404;
  return (
    <Page
      title={name}
      intro={group ? t("memberCount", { n: group.size }) : null}
      back={
        <Link to={paths.groups()} search={{ number: instance }} className={css.back}>
          {t("back")}
        </Link>
      }
      actions={
        group ? (
          <LinkButton kind="primary" to={paths.chat(instance, id)} icon={<MessageSquareText aria-hidden="true" />}>
            {t("openChat")}
          </LinkButton>
        ) : null
      }
    >
      {isGone ? (
        <EmptyState
          icon={<UsersRound />}
          title={t("gone")}
          action={<LinkButton to={paths.groups()}>{t("back")}</LinkButton>}
        />
      ) : null}
      {error && !isGone && !group ? <Failure error={error} onRetry={refetch} /> : null}
      {!group && !error ? <Skeleton lines={6} /> : null}
      {group ? (
        <>
          <About group={group} number={number ?? null} />
          {number ? <GroupInviteSection group={group} number={number} /> : null}
          {number ? <GroupRequests group={group} number={number} /> : null}
          <GroupMembers group={group} name={name} number={number ?? null} />
          {number && group.my_role !== null ? <Leave group={group} name={name} number={number} /> : null}
        </>
      ) : null}
    </Page>
  );
}

function Leave({ group, name, number }: { group: Group; name: string; number: Instance }) {
  const t = useWords("groups");
  const [isAsked, ask] = useState(false);
  const refusal = useCan()("group.change", number);
  return (
    <div>
      <Button kind="danger" disabledReason={refusal} onPress={() => ask(true)}>
        {t("leave")}
      </Button>
      {isAsked ? <LeaveGroup group={group} name={name} number={number} onClose={() => ask(false)} /> : null}
    </div>
  );
}

function About({ group, number }: { group: Group; number: Instance | null }) {
  const t = useWords("groups");
  const [isChanging, change] = useState(false);
  const refusal = useGroupRefusal(group, number)("info");
  const { settings } = group;
  const whom = (areAdminsOnly: boolean) => t(areAdminsOnly ? "adminsOnly" : "everybody");
  const facts = [
    [
      t("description"),
      group.description === null || group.description.trim() === "" ? (
        <span key="none" className={css.faint}>
          {t("noDescription")}
        </span>
      ) : (
        <span key="text" className={css.text}>
          <UserText>{group.description}</UserText>
        </span>
      ),
    ],
    [
      t("number"),
      number === null ? null : (
        <UserText key="number" isName>
          {number.name}
        </UserText>
      ),
    ],
    [t("myRole"), group.my_role === null ? t("notIn") : t(`role_${group.my_role}`)],
    [
      t("owner"),
      group.owner === null ? t("unknownOwner") : <bdi key="owner">{ownerOf(group.owner, t("hiddenNumber"))}</bdi>,
    ],
    ...(group.created_at === null ? [] : [[t("made"), <Time key="made" at={group.created_at} />] as const]),
    [
      t("id"),
      <code key="id" className={css.id}>
        {group.id}
      </code>,
    ],
  ] as const;
  const rules = [
    [t("whoWrites"), whom(settings.messages_admins_only)],
    [t("whoChanges"), whom(settings.info_admins_only)],
    [t("whoAdds"), whom(settings.add_admins_only)],
    [t("approval"), t(settings.join_approval ? "approvalOn" : "approvalOff")],
    [t("disappearing"), disappearing(settings.disappearing_seconds, t)],
  ] as const;
  return (
    <>
      <Section
        title={t("about")}
        actions={
          number === null ? null : (
            <Button isSmall icon={<Pencil aria-hidden="true" />} disabledReason={refusal} onPress={() => change(true)}>
              {t("change")}
            </Button>
          )
        }
      >
        <Card>
          <FactList facts={facts} />
        </Card>
      </Section>
      <Section title={t("settings")}>
        <Card>
          <FactList facts={rules} />
        </Card>
      </Section>
      {isChanging && number ? <ChangeGroupForm group={group} number={number} onClose={() => change(false)} /> : null}
    </>
  );
}

const ownerOf = (owner: string, hidden: string) => (/^\d+$/.test(owner) ? `+${owner}` : hidden);

function disappearing(seconds: number, t: ReturnType<typeof useWords<"groups">>): string {
  if (seconds === 0) return t("disappearingNever");
  if (seconds % DAY_SEC === 0) return t("disappearingAfter", { days: seconds / DAY_SEC });
  return t("disappearingHours", { hours: Math.max(1, Math.round(seconds / HOUR_SEC)) });
}
