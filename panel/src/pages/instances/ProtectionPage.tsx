import { Section } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function ProtectionPage() {
  const t = useWords("protection");
  return <Section title={t("title")}>{null}</Section>;
}
