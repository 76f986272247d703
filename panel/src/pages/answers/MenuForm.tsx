import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Menu } from "../../../../core/contracts/answers/replace-menu.ts";
import { menuQuery, replaceMenu } from "../../api/answers.ts";
import { ApiFailure } from "../../api/client.ts";
import { OwnLanguageField } from "../../forms/own-language-field.tsx";
import { useCan } from "../../shell/use-me.ts";
import { ChangeForm } from "../../ui/ChangeForm.tsx";
import { Switch } from "../../ui/Choices.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import css from "./Answers.module.css";
import { ChoiceList } from "./ChoiceList.tsx";
import { asSent, type MenuChoice, type MenuDraft, placeOfFault } from "./menu-edits.ts";

/** The menu as a sortable list. @param onDraft called with the menu after each change. */
export function MenuForm({ id, menu, onDraft }: { id: string; menu: Menu; onDraft: (draft: MenuDraft) => void }) {
  const t = useWords("answers");
  const queries = useQueryClient();
  const refusal = useCan()("answers.change");
  const [draft, keep] = useState<MenuDraft>(menu);
  function setDraft(next: MenuDraft): void {
    keep(next);
    onDraft(next);
  }
  const saving = useChange({
    send: () => replaceMenu(id, asSent(draft)),
    onAnswer(saved) {
      queries.setQueryData(menuQuery(id).queryKey, saved);
      setDraft(saved);
    },
    said: t("saved"),
  });
  const setChoices = (choices: MenuChoice[]) => setDraft({ ...draft, choices });
  const isOff = refusal !== null;
  return (
    <ChangeForm
      change={saving}
      submitLabel={t("saveMenu")}
      disabledReason={refusal}
      className={css.form}
      foot={(failure, button) => (
        <>
          {failure}
          <OtherFaults error={saving.error} />
          <div>{button}</div>
        </>
      )}
    >
      <Switch isSelected={draft.enabled} onChange={(enabled) => setDraft({ ...draft, enabled })} isDisabled={isOff}>
        {t("on")}
      </Switch>
      <TextField
        label={t("greeting")}
        hint={t("greetingHint")}
        name="greeting"
        rows={2}
        value={draft.greeting}
        onChange={(greeting) => setDraft({ ...draft, greeting })}
        isDisabled={isOff}
      />
      <ChoiceList path="choices" choices={draft.choices} onChange={setChoices} isOff={isOff} />
      <TextField
        label={t("handoverMessage")}
        name="handover_message"
        value={draft.handover_message}
        onChange={(text) => setDraft({ ...draft, handover_message: text })}
        isDisabled={isOff}
      />
      <OwnLanguageField
        label={t("language")}
        hint={t("languageHint")}
        value={draft.language}
        onChange={(language) => setDraft({ ...draft, language })}
        isOff={isOff}
      />
    </ChangeForm>
  );
}

/** Shows errors that concern a choice but none of its text fields, such as an error about the choice's action. */
function OtherFaults({ error }: { error: unknown }) {
  const t = useWords("answers");
  const faults = error instanceof ApiFailure ? Object.entries(error.errors) : [];
  const others = faults
    .map(([path, said]) => ({ path, text: said.join(" "), ...placeOfFault(path) }))
    .filter(({ number, hasField }) => number !== null && !hasField);
  if (others.length === 0) return null;
  return (
    <ul className={css.quiet}>
      {others.map(({ path, text, number }) => (
        <li key={path}>
          {t("choice", { number: number ?? 0 })}: {text}
        </li>
      ))}
    </ul>
  );
}
