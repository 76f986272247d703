import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Invite, NewInvite } from "../../../../core/contracts/panel/team.ts";
import { invitesQuery, sendInvite } from "../../api/team.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Failure, Skeleton } from "../../ui/States.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Account.module.css";

const WithdrawInvite = lazyPart(() => import("./WithdrawInvite.tsx"), "WithdrawInvite");

/** The list of unused invitations. */
export function Invites({ onUnsent }: { onUnsent: (invite: NewInvite) => void }) {
  const t = useWords("team");
  const common = useWords("common");
  const { data, error, refetch } = useQuery(invitesQuery());
  const [leaving, setLeaving] = useState<Invite | null>(null);
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton lines={2} />;
  if (data.length === 0) return <p className={css.quiet}>{t("invitesEmpty")}</p>;
  const columns: Column<Invite>[] = [
    { id: "email", title: t("email"), cell: ({ email }) => <UserText isName>{email}</UserText> },
    { id: "role", title: t("role"), cell: ({ role }) => <Badge>{common(`role_${role}`)}</Badge> },
    {
      id: "sent",
      title: t("sent"),
      cell: ({ sent_at: at }) => (at === null ? <Badge tone="warn">{t("notSent")}</Badge> : <Time at={at} />),
    },
    { id: "expires", title: t("expires"), cell: ({ expires_at }) => <Time at={expires_at} isExact /> },
    {
      id: "actions",
      title: common("actionsOf", { what: "" }),
      isTitleHidden: true,
      cell: (invite) => <InviteActions invite={invite} onWithdraw={() => setLeaving(invite)} onUnsent={onUnsent} />,
    },
  ];
  return (
    <>
      <Table label={t("invites")} columns={columns} rows={data} keyOf={({ id }) => id} />
      {leaving ? <WithdrawInvite invite={leaving} onClose={() => setLeaving(null)} /> : null}
    </>
  );
}

function InviteActions({
  invite,
  onWithdraw,
  onUnsent,
}: {
  invite: Invite;
  onWithdraw: () => void;
  onUnsent: (invite: NewInvite) => void;
}) {
  const t = useWords("team");
  const toast = useToast();
  const { email } = invite;
  const sending = useChange({
    send: () => sendInvite(invite.id),
    words: { codes: { limit_reached: t("err_mails"), not_found: t("err_gone") } },
    onAnswer: (sent) => (sent.link === null ? toast(t("sentAgain", { email })) : onUnsent(sent)),
    renews: ["panel.invites.list"],
    isRenewedAfterFailure: true,
  });
  return (
    <span className={css.actions}>
      <SubmitError error={sending.error} />
      <Button
        isSmall
        kind="quiet"
        isPending={sending.isPending}
        aria-label={`${t("sendAgain")}: ${email}`}
        onPress={() => sending.send()}
      >
        {t("sendAgain")}
      </Button>
      <Button isSmall kind="quiet" aria-label={`${t("withdraw")}: ${email}`} onPress={onWithdraw}>
        {t("withdraw")}
      </Button>
    </span>
  );
}
