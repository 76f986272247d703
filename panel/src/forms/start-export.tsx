import { useState } from "react";
import { startExport } from "../api/exports.ts";
import { ConfirmDialog } from "../ui/Dialog.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/**
 * Asks for confirmation before exporting the data of one of a number's contacts or, if `person` is null, of the whole
 * account.
 */
export function StartExport({
  person,
  onClose,
}: {
  person: { instance_id: string; contact: string; name: string } | null;
  onClose: () => void;
}) {
  const t = useWords("exports");
  const [key] = useState(() => crypto.randomUUID());
  const start = useChange({
    send: () => startExport(person && { instance_id: person.instance_id, contact: person.contact }, key),
    words: { codes: { conflict: t("err_conflict"), limit_reached: t("err_limit_reached") } },
    renews: ["exports.list"],
    said: t(person === null ? "begun" : "begunOfPerson"),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={person === null ? t("startTitle") : t("startTitleOfPerson", { name: person.name })}
      confirmLabel={t("start")}
      onClose={onClose}
      change={start}
      kind="primary"
    >
      <p>{t(person === null ? "startText" : "startTextOfPerson")}</p>
      <p>{t("startKept")}</p>
    </ConfirmDialog>
  );
}
