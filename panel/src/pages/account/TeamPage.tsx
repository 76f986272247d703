import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function TeamPage() {
  const t = useWords("team");
  return <Page title={t("title")}>{null}</Page>;
}
