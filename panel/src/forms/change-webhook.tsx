import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PanelWebhook } from "../../../core/contracts/panel/developers.ts";
import type { Webhook } from "../../../core/contracts/webhook.ts";
import { renew } from "../api/query.ts";
import { changeWebhook } from "../api/webhooks.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useOwnWords } from "../ui/use-own-words.ts";
import { useWords } from "../words/use-words.ts";
import { webhookChange } from "./webhook-change.ts";
import { type Header, HeaderFields } from "./webhook-header-fields.tsx";

/** Asks for a webhook's address and header. `choices`: numbers to give one to; then the first is taken until another is. */
export function ChangeWebhookForm({
  webhook,
  nameOf,
  choices,
  onClose,
  onChanged,
}: {
  webhook: PanelWebhook;
  nameOf: (webhook: PanelWebhook) => string;
  choices?: readonly PanelWebhook[];
  onClose: () => void;
  onChanged: (webhook: Webhook, of: PanelWebhook) => void;
}) {
  const t = useWords("webhooks");
  const queries = useQueryClient();
  const [of, setOf] = useState(webhook);
  const [url, setUrl] = useState(webhook.url ?? "");
  const [header, setHeader] = useState<Header>({
    choice: webhook.auth_header ? "keep" : "none",
    name: "Authorization",
    value: "",
  });
  const change = useMutation({
    mutationFn: () => changeWebhook(of.instance_id, webhookChange(of, { url, ...header })),
    onSuccess: async (changed) => {
      if (changed.secret !== undefined) onChanged(changed, of); // first of all: it is shown this once
      await renew(queries, "panel.webhooks.list");
      if (changed.secret === undefined) onChanged(changed, of);
    },
  });
  const own = useOwnWords({ fields: { url: t("err_url"), auth_header: t("err_auth_header") } });
  return (
    <FormDialog
      title={
        choices ? t("setOwn") : of.instance_id === null ? t("accountTitle") : t("changeTitle", { name: nameOf(of) })
      }
      isOpen
      onClose={onClose}
      submitLabel={useWords("common")("save")}
      onSubmit={() => change.mutate()}
      isPending={change.isPending}
      error={own(change.error)}
    >
      {choices ? (
        <Select
          label={t("number")}
          value={of.instance_id}
          onChange={(id) => setOf(choices.find((one) => one.instance_id === id) ?? of)}
          choices={choices.map((one) => ({ id: one.instance_id ?? "", label: nameOf(one) }))}
        />
      ) : null}
      <TextField
        name="url"
        type="url"
        label={t("url")}
        hint={t("urlHint")}
        value={url}
        onChange={setUrl}
        isRequired
        isMono
        autoComplete="off"
        autoFocus
        placeholder={t("urlExample")}
      />
      <HeaderFields kept={of.auth_header} header={header} onChange={setHeader} />
    </FormDialog>
  );
}
