import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function KeysPage() {
  const t = useWords("keys");
  return <Page title={t("title")}>{null}</Page>;
}
