import type { ReactNode } from "react";
import { SmallFileField } from "../../files/SmallFileField.tsx";
import { NativeSelect } from "../../ui/NativeSelect.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Answers.module.css";
import type { MenuChoice } from "./menu-edits.ts";

const OUTCOMES = ["answer", "handover", "ai", "menu"] as const;

/** The props of the fields for a menu choice. */
interface FieldsProps {
  path: string;
  choice: MenuChoice;
  onChange: (choice: MenuChoice) => void;
  isOff: boolean;
  isInner: boolean;
  /** The list of inner choices, if the choice opens a submenu. */
  innerList: ReactNode;
}

/** Asks for a choice's text and what happens when it is chosen. */
export function ChoiceFields({ path, choice, onChange, isOff, isInner, innerList }: FieldsProps) {
  const t = useWords("answers");
  const { label, outcome, answer, media } = choice;
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
        <>
          <TextField
            label={t("answer")}
            name={`${path}.answer`}
            rows={3}
            value={answer ?? ""}
            onChange={(text) => onChange({ ...choice, answer: text })}
            isDisabled={isOff}
          />
          <SmallFileField file={media} onChange={(file) => onChange({ ...choice, media: file })} isOff={isOff} />
        </>
      ) : null}
      {outcome === "menu" ? (
        <div className={css.inner}>
          <p>{t("inner")}</p>
          {innerList}
        </div>
      ) : null}
    </>
  );
}
