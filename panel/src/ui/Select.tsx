import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import {
  Select as AriaSelect,
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from "react-aria-components";
import css from "./Field.module.css";

/** An option to choose. The `id` "" can mean no choice. */
export interface Choice {
  id: string;
  label: string;
  hint?: string;
  isDisabled?: boolean;
}

/** A field for choosing an option from a list. */
export function Select({
  label,
  isLabelHidden = false,
  hint,
  choices,
  value,
  onChange,
  name,
  isDisabled = false,
  placeholder,
}: {
  label: string;
  isLabelHidden?: boolean;
  hint?: ReactNode;
  choices: readonly Choice[];
  value: string | null;
  onChange: (id: string) => void;
  name?: string;
  isDisabled?: boolean;
  placeholder?: string;
}) {
  return (
    <AriaSelect
      {...(isLabelHidden && { "aria-label": label })}
      {...(name !== undefined && { name })}
      {...(placeholder !== undefined && { placeholder })}
      className={css.field ?? ""}
      isDisabled={isDisabled}
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
    >
      {isLabelHidden ? null : <Label className={css.label ?? ""}>{label}</Label>}
      <Button className={css.trigger ?? ""}>
        <SelectValue />
        <ChevronDown aria-hidden="true" />
      </Button>
      {hint ? (
        <Text slot="description" className={css.hint ?? ""}>
          {hint}
        </Text>
      ) : null}
      <FieldError className={css.error ?? ""} />
      <Popover className={css.popover ?? ""}>
        <ListBox items={choices}>
          {(choice) => (
            <ListBoxItem
              id={choice.id}
              textValue={choice.label}
              className={css.option ?? ""}
              isDisabled={choice.isDisabled ?? false}
            >
              <bdi>{choice.label}</bdi>
              {choice.hint ? <span className={css.optionHint}>{choice.hint}</span> : null}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
