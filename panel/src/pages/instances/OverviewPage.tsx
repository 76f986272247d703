import { Section } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function OverviewPage() {
  const t = useWords("instances");
  return <Section title={t("title")}>{null}</Section>;
}
