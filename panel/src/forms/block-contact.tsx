import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Chat } from "../../../core/contracts/chats/chat.ts";
import { setBlocked } from "../api/contacts.ts";
import { partOf, renew } from "../api/query.ts";
import { ConfirmDialog } from "../ui/Dialog.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useWords } from "../words/use-words.ts";

/** Asks before a person is blocked. */
export function BlockContact({ chat, name, onClose }: { chat: Chat; name: string; onClose: () => void }) {
  const t = useWords("chats");
  const toast = useToast();
  const queries = useQueryClient();
  const block = useMutation({
    mutationFn: () => setBlocked(chat.instance_id, chat.id, true),
    onSuccess: async () => {
      await renew(queries, partOf("contacts.get", { id: chat.instance_id }));
      toast(t("blockedNow", { name }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t("blockTitle", { name })}
      confirmLabel={t("block")}
      isOpen
      onClose={onClose}
      onConfirm={() => block.mutate()}
      isPending={block.isPending}
      error={block.error}
    >
      {t("blockText")}
    </ConfirmDialog>
  );
}
