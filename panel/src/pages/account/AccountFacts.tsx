import { useState } from "react";
import type { PanelAccount } from "../../../../core/contracts/panel/team.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";

const ChangeAccountForm = lazyPart(() => import("../../forms/change-account.tsx"), "ChangeAccountForm");

/** Shows the account's name and contact email address. */
export function AccountFacts({ account }: { account: PanelAccount }) {
  const t = useWords("usage");
  const refusal = useCan()("account.change");
  const [isAsking, ask] = useState(false);
  const name = <UserText isName>{account.name}</UserText>;
  const contact = account.contact_email === null ? t("noContact") : <UserText isName>{account.contact_email}</UserText>;
  return (
    <Section
      title={t("account")}
      actions={
        <Button disabledReason={refusal} onPress={() => ask(true)}>
          {t("changeAccount")}
        </Button>
      }
    >
      <Card>
        <FactList
          facts={[
            [t("accountName"), name],
            [t("plan"), t(`plan_${account.plan}`)],
            [t("contact"), contact],
            [t("retention"), t("retentionDays", { count: account.retention_days })],
            [t("accountId"), account.id],
          ]}
        />
      </Card>
      {isAsking ? <ChangeAccountForm account={account} onClose={() => ask(false)} /> : null}
    </Section>
  );
}
