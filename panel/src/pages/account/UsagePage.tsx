import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function UsagePage() {
  const t = useWords("usage");
  return <Page title={t("title")}>{null}</Page>;
}
