import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PanelWebhook } from "../../../core/contracts/panel/developers.ts";
import type { Webhook } from "../../../core/contracts/webhook.ts";
import { changeWebhook, webhooksQuery } from "../api/webhooks.ts";
import { RadioGroup } from "../ui/Choices.tsx";
import { FormDialog } from "../ui/Dialog.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useOwnWords } from "../ui/use-own-words.ts";
import { useWords } from "../words/use-words.ts";
import { type HeaderChoice, webhookChange } from "./webhook-change.ts";

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
  const [choice, setChoice] = useState<HeaderChoice>(webhook.auth_header ? "keep" : "none");
  const [name, setName] = useState("Authorization");
  const [value, setValue] = useState("");
  const change = useMutation({
    mutationFn: () => changeWebhook(of.instance_id, webhookChange(of, { url, choice, name, value })),
    onSuccess: async (changed) => {
      if (changed.secret !== undefined) onChanged(changed, of); // first of all: it is shown this once
      await queries.invalidateQueries({ queryKey: webhooksQuery().queryKey });
      if (changed.secret === undefined) onChanged(changed, of);
    },
  });
  const own = useOwnWords({ fields: { url: t("err_url"), auth_header: t("err_auth_header") } });
  const kept = of.auth_header;
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
      <RadioGroup
        label={t("header")}
        value={choice}
        onChange={(id) => setChoice(id === "keep" || id === "new" ? id : "none")}
        choices={[
          ...(kept ? [{ id: "keep", label: t("headerKeep", { name: kept.name }) }] : []),
          { id: "new", label: kept ? t("headerReplace") : t("headerSend"), hint: t("headerHint") },
          { id: "none", label: t("headerRemove") },
        ]}
      />
      {choice === "new" ? (
        <>
          <TextField
            name="auth_header"
            label={t("headerName")}
            value={name}
            onChange={setName}
            isRequired
            isMono
            autoComplete="off"
          />
          <TextField
            name="auth_header.value"
            type="password"
            label={t("headerValue")}
            hint={t("headerValueHint")}
            value={value}
            onChange={setValue}
            isRequired
            isMono
            autoComplete="off"
          />
        </>
      ) : null}
    </FormDialog>
  );
}
