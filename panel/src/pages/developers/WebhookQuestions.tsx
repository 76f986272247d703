import { useState } from "react";
import type { PanelWebhook } from "../../../../core/contracts/panel/developers.ts";
import { changeWebhook, replaceSecret, SECRET_OVERLAP } from "../../api/webhooks.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";

interface Question {
  webhook: PanelWebhook;
  name: string;
  onClose: () => void;
}

/**
 * Asks for confirmation before replacing a webhook's secret, then passes the new secret to `onSecret`. Passes null if
 * an earlier response contained the secret but was lost.
 */
export function ReplaceSecret({
  webhook,
  name,
  onClose,
  onSecret,
}: Question & { onSecret: (secret: string | null) => void }) {
  const t = useWords("webhooks");
  const [key] = useState(() => crypto.randomUUID());
  const replace = useChange({
    send: () => replaceSecret(webhook.instance_id, key),
    words: { codes: { conflict: t("err_conflict_secret", SECRET_OVERLAP) } },
    onAnswer: ({ secret = null }) => {
      onClose();
      onSecret(secret);
    },
    renews: ["panel.webhooks.list"],
  });
  return (
    <ConfirmDialog
      title={t("secretReplaceTitle", { name })}
      confirmLabel={t("secretReplace")}
      onClose={onClose}
      change={replace}
    >
      {t("secretReplaceText", SECRET_OVERLAP)}
    </ConfirmDialog>
  );
}

/** Asks for confirmation before removing a webhook's address. */
export function RemoveWebhook({ webhook, name, onClose }: Question) {
  const t = useWords("webhooks");
  const remove = useChange({
    send: () => changeWebhook(webhook.instance_id, { url: null }),
    renews: ["panel.webhooks.list"],
    said: t("removed", { name }),
    onDone: onClose,
  });
  const url = webhook.url ?? "";
  return (
    <ConfirmDialog title={t("removeTitle", { name })} confirmLabel={t("removeUrl")} onClose={onClose} change={remove}>
      {webhook.instance_id === null ? t("removeText", { url }) : t("removeTextOwn", { url })}
    </ConfirmDialog>
  );
}
