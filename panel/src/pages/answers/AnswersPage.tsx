import { Section } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function AnswersPage() {
  const t = useWords("answers");
  return <Section title={t("title")}>{null}</Section>;
}
