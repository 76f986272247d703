import { useWords } from "../words/use-words.ts";

/** Shown instead of the whole panel if not even the user could be loaded. */
export function FirstFailure() {
  const t = useWords("common");
  return (
    <main style={{ padding: "2rem" }}>
      <title>{t("product")}</title>
      <h1>{t("failedTitle")}</h1>
      <p role="alert">{t("offline")}</p>
      <p>
        <a href={location.href}>{t("tryAgain")}</a>
      </p>
    </main>
  );
}
