import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function ChatsPage() {
  const t = useWords("chats");
  return <Page title={t("title")}>{null}</Page>;
}
