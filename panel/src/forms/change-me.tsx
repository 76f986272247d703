import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Language, Theme } from "../../../core/contracts/panel/me.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { changeMe, meQuery } from "../api/me.ts";
import { showTheme } from "../shell/show-theme.ts";
import { useMe } from "../shell/use-me.ts";
import { ChangeForm } from "../ui/ChangeForm.tsx";
import { RadioGroup } from "../ui/Choices.tsx";
import { Card } from "../ui/Page.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useChange } from "../ui/use-change.ts";
import { LANGUAGE_NAMES } from "../words/languages.ts";
import { useWords } from "../words/use-words.ts";
import { type Choices, changedSettings } from "./changed-settings.ts";
import css from "./Forms.module.css";

const LANGUAGES_SHOWN = ["en", "es", "pt"] as const satisfies readonly Language[];
const THEMES_SHOWN = ["system", "light", "dark"] as const satisfies readonly Theme[];

/** A form for the user's name, language, theme and time zone. */
export function ChangeMe() {
  const t = useWords("me");
  const { user } = useMe();
  const saving = useSave(user);
  const [name, setName] = useState(user.name ?? "");
  const [language, setLanguage] = useState<Language | null>(user.language);
  const [theme, setTheme] = useState(user.theme);
  const [timezone, setTimezone] = useState(user.timezone);
  const change = changedSettings(user, { name: name.trim() || null, language, theme, timezone });
  const isSame = Object.keys(change).length === 0;
  return (
    <Card>
      <ChangeForm
        change={{ ...saving, send: () => saving.send(change) }}
        submitLabel={useWords("common")("save")}
        disabledReason={isSame ? t("same") : null}
        className={css.form}
        foot={(failure, button) => (
          <>
            {failure}
            <div className={css.end}>{button}</div>
          </>
        )}
      >
        <div className={css.columns}>
          <TextField
            name="name"
            label={t("name")}
            hint={t("nameHint")}
            value={name}
            onChange={setName}
            maxLength={PANEL_LIMITS.personNameMaxChars}
            autoComplete="name"
          />
          <TextField label={t("email")} value={user.email} isDisabled />
          <Select
            name="language"
            label={t("language")}
            value={language ?? ""}
            onChange={(id) => setLanguage(LANGUAGES_SHOWN.find((one) => one === id) ?? null)}
            choices={[
              { id: "", label: t("languageBrowser") },
              ...LANGUAGES_SHOWN.map((id) => ({ id: id as string, label: LANGUAGE_NAMES[id].name })),
            ]}
          />
          <ZoneField value={timezone} onChange={setTimezone} />
          <RadioGroup
            label={t("theme")}
            value={theme}
            onChange={(id) => setTheme(THEMES_SHOWN.find((one) => one === id) ?? "system")}
            choices={THEMES_SHOWN.map((id) => ({ id, label: t(`theme_${id}`) }))}
          />
        </div>
      </ChangeForm>
    </Card>
  );
}

function ZoneField({ value, onChange }: { value: string | null; onChange: (zone: string | null) => void }) {
  const t = useWords("me");
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = Intl.supportedValuesOf("timeZone");
  const all = value === null || zones.includes(value) ? zones : [value, ...zones];
  return (
    <Select
      name="timezone"
      label={t("timezone")}
      hint={t("timezoneHint")}
      value={value ?? ""}
      onChange={(id) => onChange(id || null)}
      choices={[
        { id: "", label: t("timezoneBrowser", { zone: own }) },
        ...all.map((zone) => ({ id: zone, label: zone.replaceAll("_", " ") })),
      ]}
    />
  );
}

function useSave(before: Choices) {
  const t = useWords("me");
  const queries = useQueryClient();
  const toast = useToast();
  return useChange({
    send: changeMe,
    words: { fields: { name: t("err_name"), timezone: t("err_timezone") } },
    onAnswer: (me) => {
      queries.setQueryData(meQuery().queryKey, me);
      showTheme(me.user.theme);
      if (me.user.language !== before.language) return location.reload(); // its words are loaded at the start
      toast(t("saved"));
    },
  });
}
