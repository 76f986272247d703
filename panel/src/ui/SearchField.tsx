import { Search } from "lucide-react";
import { SearchField as AriaSearchField, Input } from "react-aria-components";
import css from "./Field.module.css";

/** A search field. */
export function SearchField({
  label,
  value,
  onChange,
  placeholder,
  autoFocus = false,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  autoFocus?: boolean;
}) {
  return (
    <AriaSearchField aria-label={label} value={value} onChange={onChange} className={css.search ?? ""}>
      <Search aria-hidden="true" />
      <Input className={css.input ?? ""} placeholder={placeholder ?? label} dir="auto" autoFocus={autoFocus} />
    </AriaSearchField>
  );
}
