import { useState } from "react";
import { changeInstance, INSTANCE_READS } from "../api/instances.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/** Asks for a number's new name. */
export function RenameForm({ id, name: now, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useWords("instances");
  const c = useWords("common");
  const [name, setName] = useState(now);
  const renaming = useChange({
    send: () => changeInstance(id, { name }),
    renews: INSTANCE_READS,
    onDone: onClose,
  });
  return (
    <FormDialog title={t("rename")} onClose={onClose} submitLabel={c("save")} change={renaming}>
      <TextField
        label={t("name")}
        hint={t("nameHint")}
        name="name"
        value={name}
        onChange={setName}
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}
