import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createInstance, INSTANCE_READS } from "../api/instances.ts";
import { renew } from "../api/query.ts";
import { paths } from "../paths.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useWords } from "../words/use-words.ts";

/** Asks for a new number's name, and leads on to linking its phone. */
export function AddInstanceForm({ onClose }: { onClose: () => void }) {
  const t = useWords("instances");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [reference, setReference] = useState("");
  const adding = useMutation({
    mutationFn: () => createInstance({ name, ...(reference.trim() !== "" && { external_ref: reference }) }),
    async onSuccess({ id }) {
      await renew(queries, ...INSTANCE_READS);
      await navigate({ to: paths.link(id) });
    },
  });
  return (
    <FormDialog
      title={t("add")}
      isOpen
      onClose={onClose}
      submitLabel={t("create")}
      onSubmit={() => adding.mutate()}
      isPending={adding.isPending}
      error={adding.error}
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
      <TextField
        label={t("reference")}
        hint={t("referenceHint")}
        name="external_ref"
        value={reference}
        onChange={setReference}
        isOptional
      />
    </FormDialog>
  );
}
