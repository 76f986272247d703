import { Compass } from "lucide-react";
import { paths } from "../paths.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Page } from "../ui/Page.tsx";
import { EmptyState } from "../ui/States.tsx";
import { useWords } from "../words/use-words.ts";

/** Shown for a URL that doesn't exist. */
export function NotFound() {
  const t = useWords("common");
  return (
    <Page title={t("notFoundTitle")}>
      <EmptyState
        icon={<Compass />}
        title={t("notFoundTitle")}
        action={<LinkButton to={paths.overview()}>{t("nav_overview")}</LinkButton>}
      >
        {t("notFoundText")}
      </EmptyState>
    </Page>
  );
}
