import { useState } from "react";
import type { ProtectionSettings } from "../../../../core/contracts/protection.ts";
import { changeInstance, INSTANCE_READS } from "../../api/instances.ts";
import { useCan } from "../../shell/use-me.ts";
import { ChangeForm } from "../../ui/ChangeForm.tsx";
import { NativeSelect } from "../../ui/NativeSelect.tsx";
import { Section } from "../../ui/Page.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Instances.module.css";
import { changedSettings, NUMBERS, type SettingKey, SWITCHES, settingText, TIMES } from "./protection-settings.ts";
import { useInstance } from "./use-instance.ts";

/**
 * The form for a number's protection settings. An empty field means the recommended value, which is shown next to the
 * field.
 */
export function ProtectionSettingsForm() {
  const { id, protection_settings: settings } = useInstance();
  return <SettingsForm key={id} id={id} settings={settings} />;
}

type Given = Record<SettingKey, string>;

function SettingsForm({ id, settings }: { id: string; settings: ProtectionSettings }) {
  const t = useWords("protection");
  const c = useWords("common");
  const refusal = useCan()("protection.change");
  const [given, setGiven] = useState<Given>(() => settingText(settings));
  const set = (key: SettingKey) => (value: string) => setGiven((before) => ({ ...before, [key]: value }));
  const changing = useChange({
    send: () => changeInstance(id, { protection_settings: changedSettings(settings, given) }),
    // In the API's errors, a setting's path has a prefix that the form's field names lack.
    words: { fieldOf: (path) => path.replace(/^protection_settings\./, "") },
    renews: INSTANCE_READS,
    said: t("saved"),
  });
  const text = (key: SettingKey, recommended: string, type?: "text" | "tel") => (
    <TextField
      key={key}
      label={t(`s_${key}`)}
      hint={t("recommended", { value: recommended })}
      name={key}
      value={given[key]}
      onChange={set(key)}
      isDisabled={refusal !== null}
      {...(type && { type, inputMode: "numeric" as const })}
    />
  );
  return (
    <Section title={t("settingsTitle")} intro={t("settingsIntro")}>
      <ChangeForm change={changing} submitLabel={c("save")} disabledReason={refusal} className={css.wideForm}>
        <div className={css.cols2}>
          {NUMBERS.map(([key, recommended]) =>
            text(key, recommended === null ? t("byStage") : String(recommended), "text"),
          )}
          {TIMES.map(([key, recommended]) => text(key, recommended))}
          {text("timezone", t("byPhone"))}
          {SWITCHES.map(([key, recommended]) => (
            <NativeSelect
              key={key}
              label={t(`s_${key}`)}
              choices={[
                { id: "", label: `${t("useRecommended")} (${recommended ? c("on") : c("off")})` },
                { id: "true", label: c("on") },
                { id: "false", label: c("off") },
              ]}
              value={given[key]}
              onChange={set(key)}
              isDisabled={refusal !== null}
            />
          ))}
        </div>
      </ChangeForm>
    </Section>
  );
}
