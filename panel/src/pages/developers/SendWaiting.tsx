import { DELIVERY_READS } from "../../api/deliveries.ts";
import { tryWebhook } from "../../api/webhooks.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Deliveries.module.css";

/**
 * The button that sends all events waiting for a webhook. A single event is sent first, to check whether the webhook
 * responds.
 */
export function SendWaiting({ instance }: { instance: string | null }) {
  const t = useWords("deliveries");
  const w = useWords("webhooks");
  const toast = useToast();
  const refusal = useCan()("deliveries.resend");
  const trying = useChange({
    send: () => tryWebhook(instance),
    words: { codes: { conflict: w("err_conflict_try") } },
    onAnswer: ({ delivered, status_code: status, events_kept: count }) => {
      if (delivered) toast(w("tryDelivered", { count }));
      else toast(`${status === null ? w("trySilent") : w("tryRefused", { status })} ${w("tryStaysWaiting")}`);
    },
    renews: [...DELIVERY_READS, "panel.webhooks.list"],
    isRenewedAfterFailure: true,
  });
  return (
    <div className={css.sendAll}>
      <Button isSmall disabledReason={refusal} isPending={trying.isPending} onPress={() => trying.send()}>
        {t("sendAll")}
      </Button>
      <span className={css.quiet}>{t("sendAllHint")}</span>
      <SubmitError error={trying.error} />
    </div>
  );
}
