import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

export function InstancesPage() {
  const t = useWords("instances");
  return <Page title={t("title")}>{null}</Page>;
}
