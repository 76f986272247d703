import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeInstance, INSTANCE_READS } from "../api/instances.ts";
import { renew } from "../api/query.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useWords } from "../words/use-words.ts";

/** Asks for a number's new name. */
export function RenameForm({ id, name: now, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useWords("instances");
  const c = useWords("common");
  const queries = useQueryClient();
  const [name, setName] = useState(now);
  const changing = useMutation({
    mutationFn: () => changeInstance(id, { name }),
    async onSuccess() {
      await renew(queries, ...INSTANCE_READS);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("rename")}
      isOpen
      onClose={onClose}
      submitLabel={c("save")}
      onSubmit={() => changing.mutate()}
      isPending={changing.isPending}
      error={changing.error}
    >
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
