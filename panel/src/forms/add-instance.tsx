import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createInstance, INSTANCE_READS } from "../api/instances.ts";
import { paths } from "../paths.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/** Asks for a new number's name, then moves on to linking its phone. */
export function AddInstanceForm({ onClose }: { onClose: () => void }) {
  const t = useWords("instances");
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [reference, setReference] = useState("");
  const adding = useChange({
    send: () => createInstance({ name, ...(reference.trim() !== "" && { external_ref: reference }) }),
    renews: INSTANCE_READS,
    onDone: ({ id }) => navigate({ to: paths.link(id) }),
  });
  return (
    <FormDialog title={t("add")} onClose={onClose} submitLabel={t("create")} change={adding}>
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
