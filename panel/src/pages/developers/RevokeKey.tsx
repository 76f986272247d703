import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { PanelKey } from "../../../../core/contracts/panel/developers.ts";
import { revokeKey } from "../../api/keys.ts";
import { renew } from "../../api/query.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { Sentence, SLOT } from "../../ui/Sentence.tsx";
import { Time } from "../../ui/Time.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useWords } from "../../words/use-words.ts";

/** Asks once before a key is revoked. */
export function RevokeKey({ revoked: key, onClose }: { revoked: PanelKey; onClose: () => void }) {
  const t = useWords("keys");
  const queries = useQueryClient();
  const toast = useToast();
  const name = key.name ?? `…${key.last4 ?? ""}`;
  const revoke = useMutation({
    mutationFn: () => revokeKey(key.id),
    onSuccess: async () => {
      await renew(queries, "panel.keys.list");
      toast(t("revoked", { name }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t("revokeTitle", { name })}
      confirmLabel={t("revoke")}
      isOpen
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
      isPending={revoke.isPending}
      error={revoke.error}
    >
      <p>{t("revokeText")}</p>
      {key.last_used_at === null ? (
        <p>{t("revokeNever")}</p>
      ) : (
        <p>
          <Sentence text={t("revokeUsed", { when: SLOT })}>
            <Time at={key.last_used_at} />
          </Sentence>
        </p>
      )}
    </ConfirmDialog>
  );
}
