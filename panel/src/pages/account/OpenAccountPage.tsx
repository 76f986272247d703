import { Building2, MailOpen, MailWarning } from "lucide-react";
import { useState } from "react";
import { PANEL_LIMITS } from "../../../../core/contracts/panel/panel-limits.ts";
import { PLANS } from "../../../../core/contracts/plans.ts";
import { openAccount } from "../../api/team.ts";
import { paths } from "../../paths.ts";
import { useMe } from "../../shell/use-me.ts";
import { ChangeForm } from "../../ui/ChangeForm.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Card, Page } from "../../ui/Page.tsx";
import { EmptyState, Notice } from "../../ui/States.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Account.module.css";

/**
 * Asks a user without an account to name a new account, and creates it. If users can't create accounts on this gateway,
 * explains who sends invitations.
 */
export function OpenAccountPage() {
  const t = useWords("join");
  const { account_id, user, opens_accounts } = useMe();
  if (account_id === null && !opens_accounts) return <ByInvitation />;
  return (
    <Page title={t("openTitle")} intro={t("openIntro")}>
      {account_id !== null ? (
        <EmptyState
          icon={<Building2 />}
          title={t("hasOne")}
          action={<LinkButton to={paths.overview()}>{t("toPanel")}</LinkButton>}
        >
          {t("hasOneText")}
        </EmptyState>
      ) : null}
      {account_id === null && !user.email_verified ? (
        <EmptyState icon={<MailWarning />} title={t("unverified")} />
      ) : null}
      {account_id === null && user.email_verified ? <OpenAccountForm /> : null}
    </Page>
  );
}

/** Shown on gateways where only the operator opens accounts. */
function ByInvitation() {
  const t = useWords("join");
  const { email } = useMe().user;
  return (
    <Page title={t("title")}>
      <EmptyState icon={<MailOpen />} title={t("byInvitation")}>
        {t("byInvitationText", { email })}
      </EmptyState>
    </Page>
  );
}

function OpenAccountForm() {
  const t = useWords("join");
  const [name, setName] = useState("");
  const open = useChange({
    send: () => openAccount(name.trim()),
    words: {
      codes: { conflict: t("err_conflict"), limit_reached: t("err_limit") },
      fields: { name: t("err_name") },
    },
    // Reloads everything for the new account.
    onDone: () => location.assign(paths.start()),
    isLeaving: true,
  });
  return (
    <div className={css.narrow}>
      <Card>
        <ChangeForm
          change={open}
          submitLabel={t("open")}
          className={css.form}
          foot={(failure, button) => (
            <>
              {failure}
              <div className={css.formFoot}>
                <p className={css.quiet}>{t("invitedInstead")}</p>
                {button}
              </div>
            </>
          )}
        >
          <TextField
            name="name"
            label={t("name")}
            hint={t("nameHint")}
            value={name}
            onChange={setName}
            isRequired
            maxLength={PANEL_LIMITS.accountNameMaxChars}
            autoComplete="organization"
          />
          <Notice>{t("trialHint", { days: PLANS.trial.trialDays, messages: PLANS.trial.messagesPerDay })}</Notice>
        </ChangeForm>
      </Card>
    </div>
  );
}
