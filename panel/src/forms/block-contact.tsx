import { contactReads, setBlocked } from "../api/contacts.ts";
import { ConfirmDialog } from "../ui/Dialog.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/** Asks for confirmation before blocking a person. @param of the ids of the number and of its chat with the person. */
export function BlockContact({
  of,
  name,
  onClose,
}: {
  of: { instance_id: string; id: string };
  name: string;
  onClose: () => void;
}) {
  const t = useWords("chats");
  const block = useChange({
    send: () => setBlocked(of.instance_id, of.id, true),
    renews: contactReads(of.instance_id),
    said: t("blockedNow", { name }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog title={t("blockTitle", { name })} confirmLabel={t("block")} onClose={onClose} change={block}>
      {t("blockText")}
    </ConfirmDialog>
  );
}
