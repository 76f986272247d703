import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Form } from "react-aria-components";
import type { Language, Theme } from "../../../core/contracts/panel/me.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { changeMe, meQuery } from "../api/me.ts";
import { showTheme } from "../shell/show-theme.ts";
import { useMe } from "../shell/use-me.ts";
import { Button } from "../ui/Button.tsx";
import { RadioGroup } from "../ui/Choices.tsx";
import { Card } from "../ui/Page.tsx";
import { Select } from "../ui/Select.tsx";
import { SubmitError } from "../ui/SubmitError.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useOwnWords } from "../ui/use-own-words.ts";
import { useRefusals } from "../ui/use-refusals.ts";
import { LANGUAGE_NAMES } from "../words/languages.ts";
import { useWords } from "../words/use-words.ts";
import { type Choices, changedSettings } from "./changed-settings.ts";
import css from "./Forms.module.css";

const LANGUAGES_SHOWN = ["en", "es", "pt"] as const satisfies readonly Language[];
const THEMES_SHOWN = ["system", "light", "dark"] as const satisfies readonly Theme[];

/** A person's name, language, theme and time zone. */
export function ChangeMe() {
  const t = useWords("me");
  const { user } = useMe();
  const { mutation, error } = useSave(user);
  const [name, setName] = useState(user.name ?? "");
  const [language, setLanguage] = useState<Language | null>(user.language);
  const [theme, setTheme] = useState(user.theme);
  const [timezone, setTimezone] = useState(user.timezone);
  const change = changedSettings(user, { name: name.trim() || null, language, theme, timezone });
  const isSame = Object.keys(change).length === 0;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!mutation.isPending && !isSame) mutation.mutate(change);
  }
  const refusals = useRefusals(error);
  return (
    <Card>
      <Form onSubmit={submit} className={css.form ?? ""} {...refusals}>
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
        <SubmitError error={error} />
        <Foot isSame={isSame} isPending={mutation.isPending} />
      </Form>
    </Card>
  );
}

function Foot({ isSame, isPending }: { isSame: boolean; isPending: boolean }) {
  const t = useWords("me");
  const common = useWords("common");
  return (
    <div className={css.end}>
      <Button type="submit" kind="primary" disabledReason={isSame ? t("same") : null} isPending={isPending}>
        {common("save")}
      </Button>
    </div>
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
  const own = useOwnWords({ fields: { name: t("err_name"), timezone: t("err_timezone") } });
  const mutation = useMutation({
    mutationFn: changeMe,
    onSuccess: (me) => {
      queries.setQueryData(meQuery().queryKey, me);
      showTheme(me.user.theme);
      if (me.user.language !== before.language) return location.reload(); // its words are loaded at the start
      toast(t("saved"));
    },
  });
  return { mutation, error: own(mutation.error) };
}
