import type { ReactNode } from "react";
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
  FieldError,
  Input,
  Label,
  Text,
} from "react-aria-components";
import css from "./Field.module.css";

/** A number field. */
export function NumberField({
  label,
  hint,
  ...props
}: Omit<AriaNumberFieldProps, "className" | "style" | "children"> & { label: string; hint?: ReactNode }) {
  return (
    <AriaNumberField {...props} className={css.field ?? ""}>
      <Label className={css.label ?? ""}>{label}</Label>
      <Input className={css.input ?? ""} />
      {hint ? (
        <Text slot="description" className={css.hint ?? ""}>
          {hint}
        </Text>
      ) : null}
      <FieldError className={css.error ?? ""} />
    </AriaNumberField>
  );
}
