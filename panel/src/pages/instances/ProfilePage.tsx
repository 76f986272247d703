import { Section } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function ProfilePage() {
  const t = useWords("profile");
  return <Section title={t("title")}>{null}</Section>;
}
