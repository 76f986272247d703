import { useState } from "react";
import { changeInstance, INSTANCE_READS } from "../api/instances.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/** Asks for a number's proxy. The field starts out empty, because the URL of a saved proxy is never shown again. */
export function ProxyForm({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useWords("instances");
  const c = useWords("common");
  const [url, setUrl] = useState("");
  const setting = useChange({
    send: () => changeInstance(id, { proxy: { url: url.trim() } }),
    words: { fields: { proxy: t("proxyUrlWrong") } },
    renews: INSTANCE_READS,
    said: t("proxySaved"),
    onDone: onClose,
  });
  return (
    <FormDialog title={t("proxySet")} onClose={onClose} submitLabel={c("save")} change={setting}>
      <TextField
        label={t("proxyUrl")}
        hint={t("proxyUrlHint")}
        name="proxy.url"
        value={url}
        onChange={setUrl}
        autoComplete="off"
        isMono
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}
