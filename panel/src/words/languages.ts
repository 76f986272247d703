import type { Language } from "../../../core/contracts/panel/me.ts";

/** The panel's languages, plus two pseudo-languages that reveal untranslated texts and places with too little space. */
export type PanelLanguage = Language | "en-XA" | "ar-XB";

/** Each language's own name, its locale for dates and numbers, its direction, and where its texts come from. */
export const LANGUAGE_NAMES: Record<
  PanelLanguage,
  { name: string; locale: string; direction: "ltr" | "rtl"; source: Language }
> = {
  en: { name: "English", locale: "en-US", direction: "ltr", source: "en" },
  es: { name: "Español", locale: "es-ES", direction: "ltr", source: "es" },
  pt: { name: "Português", locale: "pt-BR", direction: "ltr", source: "pt" },
  "en-XA": { name: "Pseudo", locale: "en-US", direction: "ltr", source: "en" },
  "ar-XB": { name: "Pseudo, right to left", locale: "en-US", direction: "rtl", source: "en" },
};

/**
 * The language to show: the chosen language, otherwise the first of the browser's languages that is supported,
 * otherwise English.
 */
export function languageOf(chosen: Language | null, wanted: readonly string[]): PanelLanguage {
  // A browser only requests a pseudo-language if someone has configured it to do so for a test.
  const pseudo = wanted.find((one): one is "en-XA" | "ar-XB" => one === "en-XA" || one === "ar-XB");
  if (pseudo) return pseudo;
  if (chosen) return chosen;
  for (const one of wanted) {
    const base = one.split("-")[0];
    if (base === "en" || base === "es" || base === "pt") return base;
  }
  return "en";
}
