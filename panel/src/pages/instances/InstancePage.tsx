import { Outlet } from "@tanstack/react-router";
import { Page } from "../../ui/Page.tsx";
import { useWords } from "../../words/use-words.ts";

/** One number: its name and tabs around each of its pages. */
export function InstancePage() {
  const t = useWords("instances");
  return (
    <Page title={t("title")}>
      <Outlet />
    </Page>
  );
}
