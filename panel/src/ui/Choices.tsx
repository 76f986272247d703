import { Check } from "lucide-react";
import type { ReactNode } from "react";
import {
  Checkbox as AriaCheckbox,
  RadioGroup as AriaRadioGroup,
  Switch as AriaSwitch,
  Label,
  Radio,
} from "react-aria-components";
import css from "./Field.module.css";
import type { Choice } from "./Select.tsx";

interface TickProps {
  children: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  hint?: ReactNode;
}

/** A checkbox. */
export function Checkbox({ children, hint, ...props }: TickProps) {
  return (
    <AriaCheckbox {...props} className={css.check ?? ""}>
      <span className={css.box} aria-hidden="true">
        <Check strokeWidth={3.5} />
      </span>
      <span className={css.choiceText}>
        <span>{children}</span>
        {hint ? <span className={css.hint}>{hint}</span> : null}
      </span>
    </AriaCheckbox>
  );
}

/** A switch. It takes effect immediately, without a submit button. */
export function Switch({ children, hint, ...props }: TickProps) {
  return (
    <AriaSwitch {...props} className={css.switch ?? ""}>
      <span className={css.track} aria-hidden="true" />
      <span className={css.choiceText}>
        <span>{children}</span>
        {hint ? <span className={css.hint}>{hint}</span> : null}
      </span>
    </AriaSwitch>
  );
}

/** A group of visible options, exactly one of which is selected. */
export function RadioGroup({
  label,
  choices,
  value,
  onChange,
  isDisabled = false,
}: {
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (id: string) => void;
  isDisabled?: boolean;
}) {
  return (
    <AriaRadioGroup value={value} onChange={onChange} isDisabled={isDisabled} className={css.field ?? ""}>
      <Label className={css.label ?? ""}>{label}</Label>
      <div className={css.choices}>
        {choices.map((choice) => (
          <Radio key={choice.id} value={choice.id} isDisabled={choice.isDisabled ?? false} className={css.radio ?? ""}>
            <span className={css.dot} aria-hidden="true" />
            <span className={css.choiceText}>
              <bdi>{choice.label}</bdi>
              {choice.hint ? <span className={css.hint}>{choice.hint}</span> : null}
            </span>
          </Radio>
        ))}
      </div>
    </AriaRadioGroup>
  );
}
