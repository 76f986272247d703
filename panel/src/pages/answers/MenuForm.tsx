import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { Form } from "react-aria-components";
import type { Menu } from "../../../../core/contracts/answers/replace-menu.ts";
import { menuQuery, replaceMenu } from "../../api/answers.ts";
import { ApiFailure } from "../../api/client.ts";
import { useCan } from "../../shell/use-me.ts";
import { Theirs } from "../../ui/Bits.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Switch } from "../../ui/Choices.tsx";
import { NativeSelect } from "../../ui/NativeSelect.tsx";
import { Card } from "../../ui/Page.tsx";
import { SubmitError } from "../../ui/SubmitError.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Answers.module.css";
import { asSent, type Choice, menuText, moved, newChoice, placeOfFault } from "./menu-edits.ts";

const OUTCOMES = ["answer", "handover", "ai", "menu"] as const;

/** The menu as a list that is put in order, with its look on a phone beside it. */
export function MenuForm({ id, menu }: { id: string; menu: Menu }) {
  const t = useWords("answers");
  const toast = useToast();
  const queries = useQueryClient();
  const refusal = useCan()("answers.change");
  const [draft, setDraft] = useState(menu);
  const saving = useMutation({
    mutationFn: () => replaceMenu(id, asSent(draft)),
    onSuccess(saved) {
      queries.setQueryData(menuQuery(id).queryKey, saved);
      setDraft(saved);
      toast(t("saved"));
    },
  });
  const setChoices = (choices: Choice[]) => setDraft({ ...draft, choices });
  const isOff = refusal !== null;
  return (
    <Form
      className={css.columns ?? ""}
      validationErrors={saving.error instanceof ApiFailure ? saving.error.errors : {}}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOff) saving.mutate();
      }}
    >
      <div className={css.form}>
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
        <SubmitError error={saving.error} />
        <OtherFaults error={saving.error} />
        <div>
          <Button type="submit" kind="primary" disabledReason={refusal} isPending={saving.isPending}>
            {t("saveMenu")}
          </Button>
        </div>
      </div>
      <div className={css.phone}>
        <p className={css.quiet}>{t("preview")}</p>
        <p className={css.bubble}>{menuText(draft) === "" ? t("previewEmpty") : <Theirs>{menuText(draft)}</Theirs>}</p>
      </div>
    </Form>
  );
}

/** Faults of what is no field of text, such as a choice's outcome, with the choice that they are of. */
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

interface ListProps {
  /** Where the list stands in the menu, as the API names the places of faults. */
  path: string;
  choices: Choice[];
  onChange: (choices: Choice[]) => void;
  isOff: boolean;
  /** A list within a choice has no lists of its own. */
  isInner?: boolean;
}

function ChoiceList({ path, choices, onChange, isOff, isInner = false }: ListProps) {
  const t = useWords("answers");
  const toast = useToast();
  const list = useRef<HTMLOListElement>(null);
  const movedTo = useRef<{ at: number; by: -1 | 1 } | null>(null);
  // The focus goes with its choice: whoever presses twice moves the same one twice.
  useLayoutEffect(() => {
    const to = movedTo.current;
    movedTo.current = null;
    if (to) list.current?.children[to.at]?.querySelectorAll("button")[to.by === -1 ? 0 : 1]?.focus();
  });
  const set = (at: number, choice: Choice) => onChange(choices.with(at, choice));
  function move(at: number, by: -1 | 1) {
    movedTo.current = { at: at + by, by };
    onChange(moved(choices, at, by));
    toast(t("moved", { what: choices[at]?.label || t("choice", { number: at + 1 }), number: at + by + 1 }));
  }
  return (
    <>
      <ol className={css.choices} ref={list}>
        {choices.map((choice, at) => {
          const what = choice.label || t("choice", { number: at + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a choice is known by its place alone
            <li key={at}>
              <Card>
                <div className={css.form}>
                  <div className={css.choiceHead}>
                    <h3>{t("choice", { number: at + 1 })}</h3>
                    {isOff ? null : (
                      <span className={css.choiceActs}>
                        <IconButton
                          label={t("up", { what })}
                          icon={<ArrowUp aria-hidden="true" />}
                          disabledReason={at === 0 ? t("isFirst") : null}
                          onPress={() => move(at, -1)}
                        />
                        <IconButton
                          label={t("down", { what })}
                          icon={<ArrowDown aria-hidden="true" />}
                          disabledReason={at === choices.length - 1 ? t("isLast") : null}
                          onPress={() => move(at, 1)}
                        />
                        <IconButton
                          label={t("removeOf", { what })}
                          icon={<Trash2 aria-hidden="true" />}
                          onPress={() => onChange(choices.toSpliced(at, 1))}
                        />
                      </span>
                    )}
                  </div>
                  <ChoiceFields
                    path={`${path}.${at}`}
                    choice={choice}
                    onChange={(changed) => set(at, changed)}
                    isOff={isOff}
                    isInner={isInner}
                  />
                </div>
              </Card>
            </li>
          );
        })}
      </ol>
      {isOff || choices.length >= 10 ? null : (
        <div>
          <Button isSmall icon={<Plus aria-hidden="true" />} onPress={() => onChange([...choices, newChoice()])}>
            {isInner ? t("addInner") : t("addChoice")}
          </Button>
        </div>
      )}
    </>
  );
}

function ChoiceFields({
  path,
  choice,
  onChange,
  isOff,
  isInner,
}: {
  path: string;
  choice: Choice;
  onChange: (choice: Choice) => void;
  isOff: boolean;
  isInner: boolean;
}) {
  const t = useWords("answers");
  const { label, outcome, answer, media, choices } = choice;
  const outcomes = OUTCOMES.filter((one) => !isInner || one !== "menu");
  return (
    <>
      <TextField
        label={t("label")}
        name={`${path}.label`}
        value={label}
        onChange={(text) => onChange({ ...choice, label: text })}
        isDisabled={isOff}
      />
      <NativeSelect
        label={t("outcome")}
        choices={outcomes.map((one) => ({ id: one, label: t(`outcome_${one}`) }))}
        value={outcome}
        onChange={(id) => onChange({ ...choice, outcome: OUTCOMES.find((one) => one === id) ?? "answer" })}
        isDisabled={isOff}
      />
      {outcome === "answer" ? (
        <TextField
          label={t("answer")}
          name={`${path}.answer`}
          rows={3}
          value={answer ?? ""}
          onChange={(text) => onChange({ ...choice, answer: text })}
          isDisabled={isOff}
        />
      ) : null}
      {outcome === "answer" && media ? (
        <p className={css.quiet}>{t("fileKept", { name: media.filename ?? media.mimetype })}</p>
      ) : null}
      {outcome === "menu" ? (
        <div className={css.inner}>
          <p>{t("inner")}</p>
          <ChoiceList
            path={`${path}.choices`}
            choices={(choices ?? []).map((inner) => ({ ...inner, choices: null }))}
            onChange={(changed) => onChange({ ...choice, choices: changed })}
            isOff={isOff}
            isInner
          />
        </div>
      ) : null}
    </>
  );
}
