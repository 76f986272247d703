import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function StartPage() {
  const t = useWords("start");
  return <Page title={t("title")}>{null}</Page>;
}
