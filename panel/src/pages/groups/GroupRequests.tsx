import { useQuery } from "@tanstack/react-query";
import type { Group } from "../../../../core/contracts/groups/group.ts";
import type { GroupRequest } from "../../../../core/contracts/groups/requests.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { answerRequest, groupReads, requestsQuery } from "../../api/groups.ts";
import { partOf } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Section } from "../../ui/Page.tsx";
import { Failure, Skeleton } from "../../ui/States.tsx";
import { Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Groups.module.css";
import { useGroupRefusal } from "./use-group-refusal.ts";

/**
 * Lists the people who have asked to join a group whose admins approve new members. Renders nothing if the number isn't
 * one of those admins.
 */
export function GroupRequests({ group, number }: { group: Group; number: Instance }) {
  const t = useWords("groups");
  const isAdmin = group.my_role === "owner" || group.my_role === "admin";
  const isAsked = isAdmin && group.settings.join_approval && number.status === "working";
  const { data, error, refetch } = useQuery({ ...requestsQuery(number.id, group.id), enabled: isAsked });
  if (!isAsked) return null;
  return (
    <Section title={t("requests")}>
      {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
      {!data && !error ? <Skeleton lines={2} /> : null}
      {data?.length === 0 ? <p className={css.faint}>{t("noRequests")}</p> : null}
      {data && data.length > 0 ? (
        <Table
          label={t("requests")}
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            {
              id: "person",
              title: t("person"),
              cell: ({ phone }) => (phone === null ? t("hiddenNumber") : <bdi dir="ltr">+{phone}</bdi>),
            },
            {
              id: "at",
              title: t("requestedAt"),
              cell: ({ requested_at: at }) => (at === null ? null : <Time at={at} />),
            },
            {
              id: "answer",
              title: t("answer"),
              isTitleHidden: true,
              cell: (request) => <Answer group={group} number={number} request={request} />,
            },
          ]}
        />
      ) : null}
    </Section>
  );
}

function Answer({ group, number, request }: { group: Group; number: Instance; request: GroupRequest }) {
  const t = useWords("groups");
  const refusal = useGroupRefusal(group, number)("admin");
  const name = request.phone === null ? t("hiddenNumber") : `+${request.phone}`;
  const answer = useChange({
    send: (act: "approve" | "reject") => answerRequest(number.id, group.id, act, request.id),
    renews: [partOf("groups.requests", { id: number.id, group: group.id }), ...groupReads(number.id)],
    isFailureSaid: true,
  });
  return (
    <span className={css.buttons}>
      {(["approve", "reject"] as const).map((act) => (
        <Button
          key={act}
          isSmall
          aria-label={t(`${act}Whom`, { name })}
          isPending={answer.isPending && answer.sent === act}
          disabledReason={refusal}
          onPress={() => answer.send(act)}
        >
          {t(act)}
        </Button>
      ))}
    </span>
  );
}
