import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function ActivityPage() {
  const t = useWords("activity");
  return <Page title={t("title")}>{null}</Page>;
}
