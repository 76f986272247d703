import { BROADCAST_LANGUAGES } from "../../../core/contracts/broadcasts/broadcast-states.ts";
import { NativeSelect } from "../ui/NativeSelect.tsx";
import { useCatalogs, useWords } from "../words/use-words.ts";

/** The languages in which the service's built-in sentences are available. */
export type OwnLanguage = (typeof BROADCAST_LANGUAGES)[number];

/**
 * A field for choosing the language of the service's own sentences. Null means the language of the number's country.
 */
export function OwnLanguageField({
  label,
  hint,
  value,
  onChange,
  isOff = false,
}: {
  label: string;
  hint: string;
  value: string | null;
  onChange: (language: OwnLanguage | null) => void;
  isOff?: boolean;
}) {
  const t = useWords("common");
  const { locale } = useCatalogs();
  const names = new Intl.DisplayNames(locale, { type: "language" });
  return (
    <NativeSelect
      label={label}
      hint={hint}
      choices={[
        { id: "", label: t("languageOwn") },
        ...BROADCAST_LANGUAGES.map((id) => ({ id: id as string, label: names.of(id) ?? id })),
      ]}
      value={value ?? ""}
      onChange={(chosen) => onChange(BROADCAST_LANGUAGES.find((one) => one === chosen) ?? null)}
      isDisabled={isOff}
    />
  );
}
