import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyKind } from "../../../core/contracts/account.ts";
import type { NewPanelKey } from "../../../core/contracts/panel/developers.ts";
import { instancesQuery } from "../api/instances.ts";
import { createKey } from "../api/keys.ts";
import { RadioGroup } from "../ui/Choices.tsx";
import { FormDialog } from "../ui/Dialog.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";
import { AssistantLimits, type LimitsOfAssistant, USUAL_LIMITS } from "./assistant-limits.tsx";
import { linesOf } from "./lines-of.ts";

/** The kinds of API keys, from most to fewest rights. */
export const KEY_KINDS_SHOWN = ["full", "send", "read"] as const satisfies readonly KeyKind[];

/**
 * The uses that a key can be created for: the customer's own system, an assistant that reads messages from strangers,
 * or n8n.
 */
const PRESETS = ["system", "assistant", "n8n"] as const;
type Preset = (typeof PRESETS)[number];

/** Asks for a new key's name and rights. */
export function CreateKeyForm({ onClose, onMade }: { onClose: () => void; onMade: (key: NewPanelKey) => void }) {
  const t = useWords("keys");
  const [name, setName] = useState("");
  const [kind, setKind] = useState<KeyKind>("send");
  const [instance, setInstance] = useState("");
  const [addresses, setAddresses] = useState("");
  const [preset, setPreset] = useState<Preset>("system");
  const [ofAssistant, setOfAssistant] = useState<LimitsOfAssistant>(USUAL_LIMITS);
  const make = useChange({
    send: () =>
      createKey({
        name: name.trim(),
        kind,
        instance_id: instance || null,
        allowed_ips: linesOf(addresses),
        ...(preset === "assistant" && ofAssistant),
      }),
    onAnswer: onMade, // it is shown this once
    renews: ["panel.keys.list"],
  });
  /**
   * Applies the settings for the chosen purpose. n8n's trigger sets an instance's webhook, which requires an
   * account-wide key.
   */
  const choosePreset = (chosen: Preset) => {
    setPreset(chosen);
    if (chosen !== "n8n") return;
    setKind("full");
    setInstance("");
  };
  return (
    <FormDialog title={t("new")} onClose={onClose} submitLabel={t("create")} change={make}>
      <TextField
        name="name"
        label={t("name")}
        hint={t("nameHint")}
        value={name}
        onChange={setName}
        isRequired
        maxLength={100}
        autoComplete="off"
        autoFocus
      />
      <RadioGroup
        label={t("preset")}
        value={preset}
        onChange={(id) => choosePreset(PRESETS.find((one) => one === id) ?? "system")}
        choices={PRESETS.map((id) => ({ id, label: t(`preset_${id}`), hint: t(`presetHint_${id}`) }))}
      />
      <RadioGroup
        label={t("kind")}
        value={kind}
        onChange={(id) => setKind(KEY_KINDS_SHOWN.find((one) => one === id) ?? "read")}
        choices={KEY_KINDS_SHOWN.map((id) => ({ id, label: t(`kind_${id}`), hint: t(`kindHint_${id}`) }))}
      />
      {preset === "assistant" && kind !== "read" ? (
        <AssistantLimits limits={ofAssistant} onChange={setOfAssistant} />
      ) : null}
      <KeyPlaces {...{ instance, addresses }} onInstance={setInstance} onAddresses={setAddresses} />
    </FormDialog>
  );
}

/** Asks which number a key is for, and from which IP addresses it may be used. */
function KeyPlaces({
  instance,
  addresses,
  onInstance,
  onAddresses,
}: {
  instance: string;
  addresses: string;
  onInstance: (id: string) => void;
  onAddresses: (text: string) => void;
}) {
  const t = useWords("keys");
  const numbers = useQuery(instancesQuery()).data ?? [];
  return (
    <>
      <Select
        name="instance_id"
        label={t("scope")}
        hint={t("scopeHint")}
        value={instance}
        onChange={onInstance}
        choices={[{ id: "", label: t("scopeAll") }, ...numbers.map((one) => ({ id: one.id, label: one.name }))]}
      />
      <TextField
        name="allowed_ips"
        label={t("addresses")}
        hint={t("addressesHint")}
        isOptional
        isMono
        rows={2}
        value={addresses}
        onChange={onAddresses}
      />
    </>
  );
}
