import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AutoReply } from "../../../../core/contracts/answers/agent.ts";
import { autoReplyQuery, changeAutoReply } from "../../api/answers.ts";
import { type OwnLanguage, OwnLanguageField } from "../../forms/own-language-field.tsx";
import { useCan } from "../../shell/use-me.ts";
import { ChangeForm } from "../../ui/ChangeForm.tsx";
import { Switch } from "../../ui/Choices.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Answers.module.css";
import { HoursField } from "./HoursField.tsx";

/** The auto-reply's form, with one text for opening hours and another for all other times. */
export function AutoReplyForm({ id, reply }: { id: string; reply: AutoReply }) {
  const t = useWords("answers");
  const queries = useQueryClient();
  const refusal = useCan()("answers.change");
  const [draft, setDraft] = useState(reply);
  const [language, setLanguage] = useState<{ is: OwnLanguage | null } | null>(null);
  const isOff = refusal !== null;
  const saving = useChange({
    send: () => {
      const { enabled, text, away_text, hours, every_hours } = draft;
      const texts = { text: text || null, away_text: away_text || null };
      return changeAutoReply(id, { enabled, ...texts, hours, every_hours, ...(language && { language: language.is }) });
    },
    onAnswer(saved) {
      queries.setQueryData(autoReplyQuery(id).queryKey, saved);
      setDraft(saved);
    },
    said: t("saved"),
  });
  return (
    <ChangeForm change={saving} submitLabel={t("saveReply")} disabledReason={refusal} className={css.form}>
      <Switch isSelected={draft.enabled} onChange={(enabled) => setDraft({ ...draft, enabled })} isDisabled={isOff}>
        {t("on")}
      </Switch>
      <TextField
        label={t("replyText")}
        name="text"
        rows={3}
        value={draft.text ?? ""}
        onChange={(text) => setDraft({ ...draft, text })}
        isDisabled={isOff}
      />
      <TextField
        label={t("awayText")}
        name="away_text"
        rows={3}
        value={draft.away_text ?? ""}
        onChange={(text) => setDraft({ ...draft, away_text: text })}
        isDisabled={isOff}
      />
      <HoursField hours={draft.hours} onChange={(hours) => setDraft({ ...draft, hours })} isOff={isOff} />
      <TextField
        label={t("everyHours")}
        name="every_hours"
        inputMode="numeric"
        value={String(draft.every_hours)}
        onChange={(text) => setDraft({ ...draft, every_hours: Number(text) || 0 })}
        isDisabled={isOff}
      />
      <OwnLanguageField
        label={t("language")}
        hint={t("languageHint")}
        value={language ? language.is : draft.language}
        onChange={(is) => setLanguage({ is })}
        isOff={isOff}
      />
    </ChangeForm>
  );
}
