import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiFailure } from "../../api/client.ts";
import { discardDraft } from "../../api/drafts.ts";
import { renew } from "../../api/query.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useWords } from "../../words/use-words.ts";

/** Asks once before a draft is thrown away. */
export function DiscardDraft({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useWords("drafts");
  const queries = useQueryClient();
  const toast = useToast();
  const done = async (sentence: string) => {
    toast(sentence);
    onClose();
    await renew(queries, "panel.drafts.list");
  };
  const discard = useMutation({
    mutationFn: () => discardDraft(id),
    onSuccess: () => done(t("discarded")),
    onError: (error) => (error instanceof ApiFailure && error.code === "not_found" ? done(t("gone")) : undefined),
  });
  return (
    <ConfirmDialog
      title={t("discardTitle", { name })}
      confirmLabel={t("discard")}
      isOpen
      onClose={onClose}
      onConfirm={() => discard.mutate()}
      isPending={discard.isPending}
      error={discard.error}
    >
      <p>{t("discardText")}</p>
    </ConfirmDialog>
  );
}
