import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function WebhooksPage() {
  const t = useWords("webhooks");
  return <Page title={t("title")}>{null}</Page>;
}
