import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components";
import type { ProtectionSettings } from "../../../../core/contracts/protection.ts";
import { ApiFailure } from "../../api/client.ts";
import { changeInstance, INSTANCE_READS } from "../../api/instances.ts";
import { renew } from "../../api/query.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { NativeSelect } from "../../ui/NativeSelect.tsx";
import { Section } from "../../ui/Page.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useRefusals } from "../../ui/use-refusals.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Instances.module.css";
import { changedSettings, NUMBERS, type SettingKey, SWITCHES, settingText, TIMES } from "./protection-settings.ts";
import { useInstance } from "./use-instance.ts";

/** The number's own protection settings; an empty field means the recommended value, which is shown with it. */
export function ProtectionSettingsForm() {
  const { id, protection_settings: settings } = useInstance();
  return <SettingsForm key={id} id={id} settings={settings} />;
}

type Given = Record<SettingKey, string>;

function SettingsForm({ id, settings }: { id: string; settings: ProtectionSettings }) {
  const t = useWords("protection");
  const c = useWords("common");
  const toast = useToast();
  const queries = useQueryClient();
  const refusal = useCan()("protection.change");
  const [given, setGiven] = useState<Given>(() => settingText(settings));
  const set = (key: SettingKey) => (value: string) => setGiven((before) => ({ ...before, [key]: value }));
  const changing = useMutation({
    mutationFn: () => changeInstance(id, { protection_settings: changedSettings(settings, given) }),
    async onSuccess() {
      await renew(queries, ...INSTANCE_READS);
      toast(t("saved"));
    },
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
  const refusals = useRefusals(changing.error, fieldErrors);
  return (
    <Section title={t("settingsTitle")} intro={t("settingsIntro")}>
      <Form
        className={css.wideForm ?? ""}
        {...refusals}
        onSubmit={(event) => {
          event.preventDefault();
          changing.mutate();
        }}
      >
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
        <SubmitError error={changing.error} />
        <div>
          <Button type="submit" kind="primary" disabledReason={refusal} isPending={changing.isPending}>
            {c("save")}
          </Button>
        </div>
      </Form>
    </Section>
  );
}

/** The API names a setting within the settings; the form's fields have the setting's own name. */
function fieldErrors(error: unknown): Record<string, string[]> {
  if (!(error instanceof ApiFailure)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).map(([field, said]) => [field.replace(/^protection_settings\./, ""), said]),
  );
}
