import type { PanelWebhook } from "../../../core/contracts/panel/developers.ts";
import { RadioGroup } from "../ui/Choices.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useWords } from "../words/use-words.ts";
import type { HeaderChoice } from "./webhook-change.ts";

/** A webhook's custom header, as edited in the form. */
export interface Header {
  choice: HeaderChoice;
  name: string;
  value: string;
}

/** Asks whether a webhook retains its header, gets a new one, or has none. `kept` is the current header. */
export function HeaderFields({
  kept,
  header,
  onChange,
}: {
  kept: PanelWebhook["auth_header"];
  header: Header;
  onChange: (header: Header) => void;
}) {
  const t = useWords("webhooks");
  const { choice, name, value } = header;
  return (
    <>
      <RadioGroup
        label={t("header")}
        value={choice}
        onChange={(id) => onChange({ ...header, choice: id === "keep" || id === "new" ? id : "none" })}
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
            onChange={(text) => onChange({ ...header, name: text })}
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
            onChange={(text) => onChange({ ...header, value: text })}
            isRequired
            isMono
            autoComplete="off"
          />
        </>
      ) : null}
    </>
  );
}
