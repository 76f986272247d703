import { useMutation } from "@tanstack/react-query";
import { Building2, MailWarning } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components";
import { PANEL_LIMITS } from "../../../../core/contracts/panel/panel-limits.ts";
import { PLANS } from "../../../../core/contracts/plans.ts";
import { openAccount } from "../../api/team.ts";
import { paths } from "../../paths.ts";
import { useMe } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Card, Page } from "../../ui/Page.tsx";
import { EmptyState, Notice } from "../../ui/States.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useOwnWords } from "../../ui/use-own-words.ts";
import { useRefusals } from "../../ui/use-refusals.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Account.module.css";

/** Asks a person without an account for the name of one, and opens it. */
export function OpenAccountPage() {
  const t = useWords("join");
  const { account_id, user } = useMe();
  return (
    <Page title={t("openTitle")} intro={t("openIntro")}>
      {account_id !== null ? (
        <EmptyState
          icon={<Building2 />}
          title={t("hasOne")}
          action={<LinkButton to={paths.instances()}>{t("toPanel")}</LinkButton>}
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

function OpenAccountForm() {
  const t = useWords("join");
  const [name, setName] = useState("");
  const own = useOwnWords({
    codes: { conflict: t("err_conflict"), limit_reached: t("err_limit") },
    fields: { name: t("err_name") },
  });
  const open = useMutation({
    mutationFn: () => openAccount(name.trim()),
    // Everything starts with the new account.
    onSuccess: () => location.assign(paths.start()),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!open.isPending) open.mutate();
  }
  const error = own(open.error);
  const refusals = useRefusals(error);
  return (
    <div className={css.narrow}>
      <Card>
        <Form onSubmit={submit} className={css.form ?? ""} {...refusals}>
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
          <SubmitError error={error} />
          <div className={css.formFoot}>
            <p className={css.quiet}>{t("invitedInstead")}</p>
            <Button type="submit" kind="primary" isPending={open.isPending || open.isSuccess}>
              {t("open")}
            </Button>
          </div>
        </Form>
      </Card>
    </div>
  );
}
