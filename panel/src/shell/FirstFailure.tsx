import { useWords } from "../words/use-words.ts";

/** Shown if not even the user could be read and nothing else is there yet. */
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
