import { useWords } from "../words/use-words.ts";
import type { Guide } from "./guides.ts";

/** A link to the guide for a page's subject. The guides are separate pages in English. */
export function GuideLink({ guide }: { guide: Guide }) {
  const t = useWords("common");
  return (
    <a href={`/docs/guides/${guide}`} hrefLang="en">
      {t("guide")}
    </a>
  );
}
