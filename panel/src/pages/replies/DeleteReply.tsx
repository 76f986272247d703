import type { SavedReply } from "../../../../core/contracts/answers/saved-reply.ts";
import { ApiFailure } from "../../api/client.ts";
import { deleteReply } from "../../api/replies.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";

/**
 * Asks for confirmation before deleting a saved reply. If the reply no longer exists, e.g. because the response to an
 * earlier attempt was lost, it counts as deleted.
 */
export function DeleteReply({ reply, onClose }: { reply: SavedReply; onClose: () => void }) {
  const t = useWords("replies");
  const remove = useChange({
    send: async () => {
      try {
        await deleteReply(reply.id);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== "not_found") throw error;
      }
    },
    renews: ["saved_replies.list"],
    said: t("deleted"),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={t("deleteTitle", { shortcut: reply.shortcut })}
      confirmLabel={t("delete")}
      onClose={onClose}
      change={remove}
    >
      {t("deleteText")}
    </ConfirmDialog>
  );
}
