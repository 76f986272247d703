import { ApiFailure } from "../../api/client.ts";
import { discardDraft } from "../../api/drafts.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";

/** Asks for confirmation before discarding a draft. */
export function DiscardDraft({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useWords("drafts");
  const toast = useToast();
  const done = (sentence: string) => {
    toast(sentence);
    onClose();
  };
  const discard = useChange({
    send: () => discardDraft(id),
    onAnswer: () => done(t("discarded")),
    onFailure: (error) => {
      if (error instanceof ApiFailure && error.code === "not_found") done(t("gone"));
    },
    renews: ["panel.drafts.list"],
    isRenewedAfterFailure: true,
  });
  return (
    <ConfirmDialog title={t("discardTitle", { name })} confirmLabel={t("discard")} onClose={onClose} change={discard}>
      <p>{t("discardText")}</p>
    </ConfirmDialog>
  );
}
