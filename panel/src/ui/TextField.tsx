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

/** Input for a field of text. `name` ties it to the API's `errors` of the form around it. */
export interface TextFieldProps extends Omit<AriaTextFieldProps, "className" | "style" | "children" | "isReadOnly"> {
  label: string;
  hint?: ReactNode;
  /** Says so beside the label. */
  isOptional?: boolean;
  placeholder?: string;
  isMono?: boolean;
  /** Rows of a field of several lines; left out: it has one. */
  rows?: number;
}

/** A field of one line, or of several with `rows`. */
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
