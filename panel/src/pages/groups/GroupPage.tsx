import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function GroupPage() {
  const t = useWords("groups");
  return <Page title={t("title")}>{null}</Page>;
}
