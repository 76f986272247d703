import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function BroadcastPage() {
  const t = useWords("broadcasts");
  return <Page title={t("title")}>{null}</Page>;
}
