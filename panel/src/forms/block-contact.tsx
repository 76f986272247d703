import type { Chat } from "../../../core/contracts/chats/chat.ts";
import { setBlocked } from "../api/contacts.ts";
import { partOf } from "../api/query.ts";
import { ConfirmDialog } from "../ui/Dialog.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/** Asks for confirmation before blocking a person. */
export function BlockContact({ chat, name, onClose }: { chat: Chat; name: string; onClose: () => void }) {
  const t = useWords("chats");
  const block = useChange({
    send: () => setBlocked(chat.instance_id, chat.id, true),
    renews: [partOf("contacts.get", { id: chat.instance_id })],
    said: t("blockedNow", { name }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog title={t("blockTitle", { name })} confirmLabel={t("block")} onClose={onClose} change={block}>
      {t("blockText")}
    </ConfirmDialog>
  );
}
