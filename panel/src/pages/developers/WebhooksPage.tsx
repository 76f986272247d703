import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import type { PanelWebhook } from "../../../../core/contracts/panel/developers.ts";
import { webhooksQuery } from "../../api/webhooks.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import { AdminsOnly } from "./AdminsOnly.tsx";
import { ChooseEvents } from "./choose-events.tsx";
import css from "./Developers.module.css";
import { WebhookCard, type WebhookQuestion } from "./WebhookCard.tsx";

const ChangeWebhookForm = lazyPart(() => import("../../forms/change-webhook.tsx"), "ChangeWebhookForm");
const SecretDialog = lazyPart(() => import("./SecretDialog.tsx"), "SecretDialog");
const RemoveWebhook = lazyPart(() => import("./WebhookQuestions.tsx"), "RemoveWebhook");
const ReplaceSecret = lazyPart(() => import("./WebhookQuestions.tsx"), "ReplaceSecret");

/** The page for the URLs that events are posted to, their state, and the choice of events to send. */
export function WebhooksPage() {
  const t = useWords("webhooks");
  const refusal = useCan()("webhooks.change");
  if (refusal)
    return (
      <Page title={t("title")} intro={t("intro")} guide="webhooks">
        <AdminsOnly
          title={t("adminsTitle")}
          action={
            <Button kind="primary" disabledReason={refusal}>
              {t("set")}
            </Button>
          }
        >
          {t("adminsText")}
        </AdminsOnly>
      </Page>
    );
  return (
    <Page title={t("title")} intro={t("intro")} guide="webhooks">
      <Webhooks />
      <ChooseEvents />
    </Page>
  );
}

/** The open dialog, and the webhook it is about. */
interface Asked {
  question: WebhookQuestion;
  webhook: PanelWebhook;
  choices?: readonly PanelWebhook[];
}

function Webhooks() {
  const t = useWords("webhooks");
  const { data, error, refetch } = useQuery(webhooksQuery());
  const [asked, ask] = useState<Asked | null>(null);
  const [shown, show] = useState<{ secret: string | null } | null>(null);
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton lines={6} />;
  const nameOf = (webhook: PanelWebhook) =>
    webhook.instance_id === null ? t("account") : (webhook.instance_name ?? webhook.instance_id);
  const account = data.find(({ instance_id: id }) => id === null);
  const set = data.filter((one) => one.instance_id !== null && one.url !== null);
  const unset = data.filter((one) => one.instance_id !== null && one.url === null);
  const card = (webhook: PanelWebhook) => (
    <WebhookCard
      key={webhook.instance_id ?? ""}
      webhook={webhook}
      name={nameOf(webhook)}
      onAsk={(question) => ask({ question, webhook })}
    />
  );
  return (
    <>
      <Section title={t("accountTitle")} intro={t("accountHint")}>
        {account && account.url === null ? (
          <NoWebhook onSet={() => ask({ question: "change", webhook: account })} />
        ) : null}
        {account && account.url !== null ? card(account) : null}
      </Section>
      <Section
        title={t("numbersTitle")}
        intro={t("numbersHint")}
        actions={
          <Button
            icon={<Plus aria-hidden="true" />}
            disabledReason={unset[0] ? null : t(set.length > 0 ? "ownLeft" : "ownNone")}
            onPress={() => unset[0] && ask({ question: "change", webhook: unset[0], choices: unset })}
          >
            {t("setOwn")}
          </Button>
        }
      >
        {set.length === 0 ? (
          <p className={css.faint}>{t("numbersEmpty")}</p>
        ) : (
          <div className={css.cards}>{set.map(card)}</div>
        )}
      </Section>
      <Questions asked={asked} nameOf={nameOf} onClose={() => ask(null)} onSecret={(secret) => show({ secret })} />
      {shown ? <SecretDialog secret={shown.secret} onClose={() => show(null)} /> : null}
    </>
  );
}

function NoWebhook({ onSet }: { onSet: () => void }) {
  const t = useWords("webhooks");
  return (
    <EmptyState
      icon={<WebhookIcon />}
      title={t("emptyTitle")}
      action={
        <Button kind="primary" onPress={onSet}>
          {t("set")}
        </Button>
      }
    >
      {t("emptyText")}
    </EmptyState>
  );
}

function Questions({
  asked,
  nameOf,
  onClose,
  onSecret,
}: {
  asked: Asked | null;
  nameOf: (webhook: PanelWebhook) => string;
  onClose: () => void;
  onSecret: (secret: string | null) => void;
}) {
  if (!asked) return null;
  const { question, webhook, choices } = asked;
  const about = { webhook, name: nameOf(webhook), onClose };
  if (question === "remove") return <RemoveWebhook {...about} />;
  if (question === "secret") return <ReplaceSecret {...about} onSecret={onSecret} />;
  return (
    <ChangeWebhookForm
      webhook={webhook}
      nameOf={nameOf}
      {...(choices && { choices })}
      onClose={onClose}
      onChanged={({ secret }) => {
        onClose();
        if (secret !== undefined) onSecret(secret);
      }}
    />
  );
}
