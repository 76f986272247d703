import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PanelWebhook } from "../../../../core/contracts/panel/developers.ts";
import { renew } from "../../api/query.ts";
import { changeWebhook, replaceSecret, SECRET_OVERLAP } from "../../api/webhooks.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useOwnWords } from "../../ui/use-own-words.ts";
import { useWords } from "../../words/use-words.ts";

interface Question {
  webhook: PanelWebhook;
  name: string;
  onClose: () => void;
}

/**
 * Asks for confirmation before a secret is replaced, and shows the new one; null: a first answer that had it was lost.
 */
export function ReplaceSecret({
  webhook,
  name,
  onClose,
  onSecret,
}: Question & { onSecret: (secret: string | null) => void }) {
  const t = useWords("webhooks");
  const queries = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const own = useOwnWords({ codes: { conflict: t("err_conflict_secret", SECRET_OVERLAP) } });
  const replace = useMutation({
    mutationFn: () => replaceSecret(webhook.instance_id, key),
    onSuccess: ({ secret = null }) => {
      onClose();
      onSecret(secret);
      void renew(queries, "panel.webhooks.list");
    },
  });
  return (
    <ConfirmDialog
      title={t("secretReplaceTitle", { name })}
      confirmLabel={t("secretReplace")}
      isOpen
      onClose={onClose}
      onConfirm={() => replace.mutate()}
      isPending={replace.isPending}
      error={own(replace.error)}
    >
      {t("secretReplaceText", SECRET_OVERLAP)}
    </ConfirmDialog>
  );
}

/** Asks once before a webhook's address is removed. */
export function RemoveWebhook({ webhook, name, onClose }: Question) {
  const t = useWords("webhooks");
  const queries = useQueryClient();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: () => changeWebhook(webhook.instance_id, { url: null }),
    onSuccess: async () => {
      await renew(queries, "panel.webhooks.list");
      toast(t("removed", { name }));
      onClose();
    },
  });
  const url = webhook.url ?? "";
  return (
    <ConfirmDialog
      title={t("removeTitle", { name })}
      confirmLabel={t("removeUrl")}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      isPending={remove.isPending}
      error={remove.error}
    >
      {webhook.instance_id === null ? t("removeText", { url }) : t("removeTextOwn", { url })}
    </ConfirmDialog>
  );
}
