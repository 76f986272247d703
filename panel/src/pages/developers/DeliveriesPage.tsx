import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function DeliveriesPage() {
  const t = useWords("deliveries");
  return <Page title={t("title")}>{null}</Page>;
}
