import type { ReactNode } from "react";
import {
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
} from "react-aria-components";
import { useWords } from "../words/use-words.ts";
import { classNames } from "./class-names.ts";
import css from "./Field.module.css";

/** The props of a text field. `name` connects the field to the API's `errors` in the surrounding form. */
export interface TextFieldProps extends Omit<AriaTextFieldProps, "className" | "style" | "children" | "isReadOnly"> {
  label: string;
  hint?: ReactNode;
  /** Marks the field as optional next to its label. */
  isOptional?: boolean;
  placeholder?: string;
  isMono?: boolean;
  /** The number of rows in a multi-line field. If omitted, the field has a single line. */
  rows?: number;
}

/** A text field with a single line, or several lines if `rows` is set. */
export function TextField({ label, hint, isOptional, placeholder, isMono, rows, ...props }: TextFieldProps) {
  const t = useWords("common");
  const name = classNames(rows === undefined ? css.input : css.area, isMono && css.mono);
  return (
    <AriaTextField {...props} className={css.field ?? ""}>
      <Label className={css.label ?? ""}>
        {label}
        {isOptional ? <span className={css.optional}> · {t("optional")}</span> : null}
      </Label>
      {rows === undefined ? (
        <Input
          className={name}
          dir={props.type === "text" || props.type === undefined ? "auto" : undefined}
          placeholder={placeholder}
        />
      ) : (
        <AriaTextArea className={name} rows={rows} dir="auto" placeholder={placeholder} />
      )}
      {hint ? (
        <Text slot="description" className={css.hint ?? ""}>
          {hint}
        </Text>
      ) : null}
      <FieldError className={css.error ?? ""} />
    </AriaTextField>
  );
}
