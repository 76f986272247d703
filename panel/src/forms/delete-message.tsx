import type { Message } from "../../../core/contracts/message.ts";
import { deleteMessage } from "../api/messages.ts";
import { partOf } from "../api/query.ts";
import { ConfirmDialog } from "../ui/Dialog.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/** Asks for confirmation before deleting a message for everyone. */
export function DeleteMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useWords("chats");
  const remove = useChange({
    send: () => deleteMessage(message.id),
    renews: [partOf("chats.history", { id: message.instance_id })],
    said: t("deleting"),
    onDone: onClose,
  });
  return (
    <ConfirmDialog title={t("deleteTitle")} confirmLabel={t("deleteForAll")} onClose={onClose} change={remove}>
      {t("deleteText")}
    </ConfirmDialog>
  );
}
