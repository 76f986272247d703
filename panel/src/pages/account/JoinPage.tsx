import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function JoinPage() {
  const t = useWords("join");
  return <Page title={t("title")}>{null}</Page>;
}
