import type { BroadcastRecipient } from "../../../../core/contracts/broadcasts/broadcast.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import type { FileColumn } from "../../../../core/contracts/people-files/table-file.ts";
import { recipientsAsked } from "../../api/broadcasts.ts";
import { SaveTable } from "../../forms/save-table.tsx";
import { useWhyFailed } from "../../ui/use-why-failed.ts";
import { useWords } from "../../words/use-words.ts";

/** Saves a broadcast's recipients as a file, either all of them or those in a single state. */
export function SaveRecipients({
  broadcast,
  status,
  onClose,
}: {
  broadcast: string;
  status: string | null;
  onClose: () => void;
}) {
  const t = useWords("broadcasts");
  const why = useWhyFailed();
  const columns: FileColumn<BroadcastRecipient>[] = [
    { title: t("phone"), value: ({ phone }) => phone },
    { title: t("person"), value: ({ name }) => name },
    { title: t("col_status"), value: ({ status: state }) => t(`r_${state}`) },
    { title: t("file_error"), value: ({ error_code: code }) => (code === null ? null : why(code)) },
    { title: t("when"), value: ({ at }) => at },
    { title: t("file_message"), value: ({ message_id: id }) => id },
  ];
  return (
    <SaveTable
      list="broadcasts.recipients"
      request={recipientsAsked(broadcast, status, LIMITS.broadcastRecipientsPageMax)}
      columnsOf={async () => columns}
      fileName={t("fileName")}
      onClose={onClose}
    />
  );
}
