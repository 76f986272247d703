import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { WebhookDelivery } from "../../../../core/contracts/webhook.ts";
import { DELIVERY_READS, resendDelivery } from "../../api/deliveries.ts";
import { renew } from "../../api/query.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useOwnWords } from "../../ui/use-own-words.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Deliveries.module.css";

/** Sends a failed event again: the same button in the list and in the details, each with its own busy state. */
export function ResendButton({ delivery, isQuiet = false }: { delivery: WebhookDelivery; isQuiet?: boolean }) {
  const t = useWords("deliveries");
  const queries = useQueryClient();
  const toast = useToast();
  const refusal = useCan()("deliveries.resend");
  const own = useOwnWords({ codes: { conflict: t("err_conflict"), not_found: t("err_not_found") } });
  const resend = useMutation({
    mutationFn: () => resendDelivery(delivery.event_id),
    onSuccess: () => toast(t("resent")),
    onSettled: () => renew(queries, ...DELIVERY_READS),
  });
  return (
    <span className={css.resend}>
      <Button
        isSmall
        kind={isQuiet ? "quiet" : "secondary"}
        icon={<RotateCw aria-hidden="true" />}
        isPending={resend.isPending}
        disabledReason={refusal ?? (delivery.status === "failed" ? null : t("onlyFailed"))}
        aria-label={isQuiet ? `${t("resend")}: ${delivery.event_id}` : t("resend")}
        onPress={() => resend.mutate()}
      >
        {t("resend")}
      </Button>
      <SubmitError error={own(resend.error)} />
    </span>
  );
}
