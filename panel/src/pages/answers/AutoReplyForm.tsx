import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components";
import type { AutoReply } from "../../../../core/contracts/answers/agent.ts";
import { autoReplyQuery, changeAutoReply } from "../../api/answers.ts";
import { type OwnLanguage, OwnLanguageField } from "../../forms/own-language-field.tsx";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { Switch } from "../../ui/Choices.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useRefusals } from "../../ui/use-refusals.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Answers.module.css";
import { HoursField } from "./HoursField.tsx";

/** The auto-reply: a text within the hours, another outside them. */
export function AutoReplyForm({ id, reply }: { id: string; reply: AutoReply }) {
  const t = useWords("answers");
  const toast = useToast();
  const queries = useQueryClient();
  const refusal = useCan()("answers.change");
  const [draft, setDraft] = useState(reply);
  const [language, setLanguage] = useState<{ is: OwnLanguage | null } | null>(null);
  const isOff = refusal !== null;
  const saving = useMutation({
    mutationFn: () => {
      const { enabled, text, away_text, hours, every_hours } = draft;
      const texts = { text: text || null, away_text: away_text || null };
      return changeAutoReply(id, { enabled, ...texts, hours, every_hours, ...(language && { language: language.is }) });
    },
    onSuccess(saved) {
      queries.setQueryData(autoReplyQuery(id).queryKey, saved);
      setDraft(saved);
      toast(t("saved"));
    },
  });
  const refusals = useRefusals(saving.error);
  return (
    <Form
      className={css.form ?? ""}
      {...refusals}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOff) saving.mutate();
      }}
    >
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
      <SubmitError error={saving.error} />
      <div>
        <Button type="submit" kind="primary" disabledReason={refusal} isPending={saving.isPending}>
          {t("saveReply")}
        </Button>
      </div>
    </Form>
  );
}
