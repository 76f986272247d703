import { lazyPart } from "../../ui/lazy-part.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Account.module.css";
import { MySessions } from "./MySessions.tsx";

const ChangeMe = lazyPart(() => import("../../forms/change-me.tsx"), "ChangeMe", <Skeleton lines={5} />);

const ChangeNews = lazyPart(() => import("../../forms/change-news.tsx"), "ChangeNews", <Skeleton lines={4} />);

/** The page for the user's own settings and sessions. */
export function MePage() {
  const t = useWords("me");
  return (
    <Page title={t("title")}>
      <Section title={t("you")}>
        <ChangeMe />
      </Section>
      <Section title={t("news")}>
        <ChangeNews />
      </Section>
      <MySessions />
      <Section title={t("password")}>
        <p className={css.quiet}>{t("passwordText")}</p>
      </Section>
    </Page>
  );
}
