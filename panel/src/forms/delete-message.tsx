import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Message } from "../../../core/contracts/message.ts";
import { deleteMessage } from "../api/messages.ts";
import { partOf, renew } from "../api/query.ts";
import { ConfirmDialog } from "../ui/Dialog.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useWords } from "../words/use-words.ts";

/** Asks before a message is deleted for everyone. */
export function DeleteMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useWords("chats");
  const toast = useToast();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteMessage(message.id),
    onSuccess: async () => {
      await renew(queries, partOf("chats.history", { id: message.instance_id }));
      toast(t("deleting"));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t("deleteTitle")}
      confirmLabel={t("deleteForAll")}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      isPending={remove.isPending}
      error={remove.error}
    >
      {t("deleteText")}
    </ConfirmDialog>
  );
}
