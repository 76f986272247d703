import { contactReads, erasePerson } from "../api/contacts.ts";
import { ConfirmDialog } from "../ui/Dialog.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/**
 * Asks for confirmation before deleting all data about a person. @param of the ids of the number and of its chat with
 * the person.
 */
export function ErasePerson({
  of,
  name,
  onClose,
}: {
  of: { instance_id: string; id: string };
  name: string;
  onClose: () => void;
}) {
  const t = useWords("chats");
  const erase = useChange({
    send: () => erasePerson(of.instance_id, of.id),
    renews: contactReads(of.instance_id),
    said: t("eraseBegun", { name }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog title={t("eraseTitle", { name })} confirmLabel={t("eraseData")} onClose={onClose} change={erase}>
      <p>{t("eraseText")}</p>
      <p>{t("eraseRemains")}</p>
    </ConfirmDialog>
  );
}
