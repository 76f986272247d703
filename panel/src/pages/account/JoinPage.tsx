import { MailOpen, MailX, UserPlus } from "lucide-react";
import { useState } from "react";
import { ApiFailure } from "../../api/client.ts";
import { acceptInvite } from "../../api/team.ts";
import { paths } from "../../paths.ts";
import { dropInviteToken, inviteToken } from "../../shell/invite-token.ts";
import { useMe } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Page } from "../../ui/Page.tsx";
import { EmptyState } from "../../ui/States.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";

/** The page that an invitation link opens, where the user joins the account with one click. */
export function JoinPage() {
  const t = useWords("join");
  const [token] = useState(inviteToken);
  return (
    <Page title={t("title")}>
      {token === null ? (
        <EmptyState icon={<MailOpen />} title={t("noneTitle")} action={<ToPanel />}>
          {t("noneText")}
        </EmptyState>
      ) : (
        <Invitation token={token} />
      )}
    </Page>
  );
}

const isRefused = (error: unknown) => error instanceof ApiFailure && error.code === "not_found";

function Invitation({ token }: { token: string }) {
  const t = useWords("join");
  const { email } = useMe().user;
  const join = useChange({
    send: () => acceptInvite(token),
    words: { codes: { limit_reached: t("tooMany"), conflict: t("already") } },
    onDone: () => {
      dropInviteToken();
      // Reloads everything, so that no data from another account stays in memory.
      location.assign(paths.overview());
    },
    isLeaving: true,
    onFailure: (error) => {
      if (isRefused(error)) dropInviteToken();
    },
  });
  if (isRefused(join.error))
    return (
      <EmptyState icon={<MailX />} title={t("refusedTitle")} action={<ToPanel />}>
        {t("refusedText", { email })}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<UserPlus />}
      title={t("joinText", { email })}
      action={
        <>
          <SubmitError error={join.error} />
          <Button kind="primary" isPending={join.isPending} onPress={() => join.send()}>
            {t("join")}
          </Button>
        </>
      }
    >
      {t("otherAddress")}
    </EmptyState>
  );
}

function ToPanel() {
  const t = useWords("join");
  const { account_id, opens_accounts } = useMe();
  if (account_id === null && !opens_accounts) return null;
  return account_id === null ? (
    <LinkButton to={paths.openAccount()}>{t("openTitle")}</LinkButton>
  ) : (
    <LinkButton to={paths.overview()}>{t("toPanel")}</LinkButton>
  );
}
