import { LIMITS } from "../../../../../core/contracts/limits.ts";
import { TextField } from "../../../ui/TextField.tsx";
import { useWords } from "../../../words/use-words.ts";

/** The text field for a note, used by every dialog for writing notes. */
export function NoteField({
  value,
  onChange,
  isOptional = false,
  autoFocus = false,
}: {
  value: string;
  onChange: (text: string) => void;
  isOptional?: boolean;
  autoFocus?: boolean;
}) {
  const t = useWords("notes");
  return (
    <TextField
      name="text"
      label={t("field")}
      hint={t("fieldHint")}
      rows={4}
      value={value}
      onChange={onChange}
      maxLength={LIMITS.noteMaxChars}
      isOptional={isOptional}
      autoFocus={autoFocus}
    />
  );
}
