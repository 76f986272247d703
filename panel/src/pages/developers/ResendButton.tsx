import { RotateCw } from "lucide-react";
import type { WebhookDelivery } from "../../../../core/contracts/webhook.ts";
import { DELIVERY_READS, resendDelivery } from "../../api/deliveries.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Deliveries.module.css";

/** Whether an event can be resent: it has failed, or is waiting for its next attempt. */
export const isResendable = ({ status, next_try_at }: WebhookDelivery): boolean =>
  status === "failed" || (status === "pending" && next_try_at !== null);

/** The button that resends an event. The list and the details each have their own, with separate pending states. */
export function ResendButton({ delivery, isQuiet = false }: { delivery: WebhookDelivery; isQuiet?: boolean }) {
  const t = useWords("deliveries");
  const refusal = useCan()("deliveries.resend");
  const resend = useChange({
    send: () => resendDelivery(delivery.event_id),
    words: { codes: { conflict: t("err_conflict"), not_found: t("err_not_found") } },
    renews: DELIVERY_READS,
    isRenewedAfterFailure: true,
    said: t("resent"),
  });
  return (
    <span className={css.resend}>
      <Button
        isSmall
        kind={isQuiet ? "quiet" : "secondary"}
        icon={<RotateCw aria-hidden="true" />}
        isPending={resend.isPending}
        disabledReason={refusal ?? (isResendable(delivery) ? null : t("onlyFailed"))}
        aria-label={isQuiet ? `${t("resend")}: ${delivery.event_id}` : t("resend")}
        onPress={() => resend.send()}
      >
        {t("resend")}
      </Button>
      <SubmitError error={resend.error} />
    </span>
  );
}
