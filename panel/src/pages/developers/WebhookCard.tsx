import { useState } from "react";
import type { PanelWebhook } from "../../../../core/contracts/panel/developers.ts";
import type { WebhookTry } from "../../../../core/contracts/webhook.ts";
import { testWebhook, tryWebhook } from "../../api/webhooks.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { Card } from "../../ui/Page.tsx";
import { Sentence, SLOT } from "../../ui/Sentence.tsx";
import { Notice } from "../../ui/States.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { Time } from "../../ui/Time.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Developers.module.css";
import { webhookState } from "./webhook-state.ts";

const TONES = { none: "quiet", active: "good", failing: "warn", paused: "bad" } as const;

/** The dialogs that can be opened for a webhook. */
export type WebhookQuestion = "change" | "secret" | "remove";

/** One webhook: its state, target, and actions. */
export function WebhookCard({
  webhook,
  name,
  onAsk,
}: {
  webhook: PanelWebhook;
  name: string;
  onAsk: (question: WebhookQuestion) => void;
}) {
  const t = useWords("webhooks");
  const state = webhookState(webhook);
  const [result, setResult] = useState<WebhookTry | null>(null);
  return (
    <Card>
      <article className={css.card} aria-label={name}>
        <header className={css.cardHead}>
          <h3 className={css.cardTitle}>
            <UserText isName>{name}</UserText>
          </h3>
          <Badge tone={TONES[state]}>{t(`state_${state}`)}</Badge>
        </header>
        <code className={css.url}>{webhook.url}</code>
        <Trouble webhook={webhook} />
        <WebhookFacts webhook={webhook} />
        {result && !result.delivered ? (
          <Notice kind="bad">
            {result.status_code === null ? t("trySilent") : t("tryRefused", { status: result.status_code })}{" "}
            {t(result.paused ? "tryStaysPaused" : "tryStaysWaiting")}
          </Notice>
        ) : null}
        <WebhookButtons webhook={webhook} onTried={setResult} onAsk={onAsk} />
      </article>
    </Card>
  );
}

function WebhookFacts({ webhook }: { webhook: PanelWebhook }) {
  const t = useWords("webhooks");
  const until = webhook.previous_secret_until;
  const header = webhook.auth_header ? <code>{webhook.auth_header.name}</code> : t("headerNone");
  const both = (
    <Sentence text={t("secretBoth", { until: SLOT })}>
      <Time at={until ?? ""} isExact />
    </Sentence>
  );
  return (
    <FactList
      facts={[
        [t("header"), header],
        [t("secret"), until === null ? t("secretSet") : both],
        [t("deliveries"), t("kept", { count: webhook.events_kept })],
      ]}
    />
  );
}

/** Shows how long a webhook has been failing or paused, and what happens next. */
function Trouble({ webhook }: { webhook: PanelWebhook }) {
  const t = useWords("webhooks");
  const { failing_since: since, next_try_at: next } = webhook;
  const state = webhookState(webhook);
  if (state === "failing" && since !== null)
    return (
      <Notice kind="warn">
        <Sentence text={t("failingText", { since: SLOT })}>
          <Time at={since} isExact />
        </Sentence>
      </Notice>
    );
  if (state !== "paused") return null;
  return (
    <Notice kind="bad">
      {t("pausedText")}{" "}
      {next === null ? null : (
        <Sentence text={t("pausedNext", { when: SLOT })}>
          <Time at={next} />
        </Sentence>
      )}
    </Notice>
  );
}

function WebhookButtons({
  webhook,
  onTried,
  onAsk,
}: {
  webhook: PanelWebhook;
  onTried: (result: WebhookTry | null) => void;
  onAsk: (question: WebhookQuestion) => void;
}) {
  const t = useWords("webhooks");
  const toast = useToast();
  const test = useChange({
    send: () => testWebhook(webhook.instance_id),
    words: { codes: { conflict: t("err_conflict_test") } },
    said: t("testSent"),
  });
  const tryNow = useChange({
    send: () => {
      onTried(null);
      return tryWebhook(webhook.instance_id);
    },
    words: { codes: { conflict: t("err_conflict_try") } },
    onAnswer: (result) => {
      onTried(result);
      if (result.delivered) toast(t("tryDelivered", { count: result.events_kept }));
    },
    renews: ["panel.webhooks.list"],
    isRenewedAfterFailure: true,
  });
  return (
    <div className={css.buttons}>
      <Button isSmall isPending={test.isPending} onPress={() => test.send()}>
        {t("test")}
      </Button>
      <Button
        isSmall
        kind={webhook.paused ? "primary" : "secondary"}
        isPending={tryNow.isPending}
        disabledReason={webhook.paused || webhook.events_kept > 0 ? null : t("tryNothingWaits")}
        onPress={() => tryNow.send()}
      >
        {t("tryNow")}
      </Button>
      <span className={css.push}>
        <Button isSmall kind="quiet" onPress={() => onAsk("change")}>
          {t("change")}
        </Button>
        <Button isSmall kind="quiet" onPress={() => onAsk("secret")}>
          {t("secretReplace")}
        </Button>
        <Button isSmall kind="quiet" onPress={() => onAsk("remove")}>
          {t("removeUrl")}
        </Button>
      </span>
      <SubmitError error={test.error ?? tryNow.error} />
    </div>
  );
}
