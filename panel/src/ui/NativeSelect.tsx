import { type ReactNode, useId } from "react";
import css from "./Field.module.css";
import type { Choice } from "./Select.tsx";

/** A field for choosing one of a few options. Uses the browser's own control, which needs no extra code. */
export function NativeSelect({
  label,
  hint,
  choices,
  value,
  onChange,
  isDisabled = false,
}: {
  label: string;
  hint?: ReactNode;
  choices: readonly Choice[];
  value: string;
  onChange: (id: string) => void;
  isDisabled?: boolean;
}) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <select
        id={id}
        className={css.input}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
        {...(hint ? { "aria-describedby": `${id}-hint` } : {})}
      >
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id} disabled={choice.isDisabled ?? false}>
            {choice.label}
          </option>
        ))}
      </select>
      {hint ? (
        <span id={`${id}-hint`} className={css.hint}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}
