import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function MePage() {
  const t = useWords("me");
  return <Page title={t("title")}>{null}</Page>;
}
