import { useWords } from "../../../words/use-words.ts";
import { LinkedText } from "../message/LinkedText.tsx";
import { isFormatted } from "../rules/formatted-parts.ts";
import css from "./MessageField.module.css";

/** Shows a formatted text as its recipient will see it. Renders nothing if the text has no formatting. */
export function FormatPreview({ text }: { text: string }) {
  const t = useWords("composer");
  if (!isFormatted(text)) return null;
  return (
    <section className={css.preview} aria-label={t("preview")}>
      <LinkedText>{text}</LinkedText>
    </section>
  );
}
