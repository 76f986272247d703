import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function LinkPage() {
  const t = useWords("link");
  return <Page title={t("title")}>{null}</Page>;
}
