import { useState } from "react";
import type { PanelWebhook } from "../../../core/contracts/panel/developers.ts";
import type { Webhook } from "../../../core/contracts/webhook.ts";
import { changeWebhook } from "../api/webhooks.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";
import { webhookChange } from "./webhook-change.ts";
import { type Header, HeaderFields } from "./webhook-header-fields.tsx";

/**
 * Asks for a webhook's address and header. `choices` are the numbers that can get a webhook. The first is preselected.
 */
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
  const [of, setOf] = useState(webhook);
  const [url, setUrl] = useState(webhook.url ?? "");
  const [header, setHeader] = useState<Header>({
    choice: webhook.auth_header ? "keep" : "none",
    name: "Authorization",
    value: "",
  });
  const change = useChange({
    send: () => changeWebhook(of.instance_id, webhookChange(of, { url, ...header })),
    words: { fields: { url: t("err_url"), auth_header: t("err_auth_header") } },
    onAnswer: (changed) => {
      if (changed.secret !== undefined) onChanged(changed, of); // it is shown this once
    },
    renews: ["panel.webhooks.list"],
    onDone: (changed) => {
      if (changed.secret === undefined) onChanged(changed, of);
    },
  });
  return (
    <FormDialog
      title={
        choices ? t("setOwn") : of.instance_id === null ? t("accountTitle") : t("changeTitle", { name: nameOf(of) })
      }
      onClose={onClose}
      submitLabel={useWords("common")("save")}
      change={change}
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
