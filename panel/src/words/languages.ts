import type { Language } from "../../../core/contracts/panel/me.ts";

/** Languages of the panel, and two artificial ones that reveal untranslated and cramped texts. */
export type PanelLanguage = Language | "en-XA" | "ar-XB";

/** For each: its own name, the locale of its dates and numbers, its direction, and the language of its texts. */
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

/** The language to show: the chosen one, else the first of the browser's that there is, else English. */
export function languageOf(chosen: Language | null, wanted: readonly string[]): PanelLanguage {
  // A browser asks for a pseudo-language only when somebody set it to, for a test.
  const pseudo = wanted.find((one): one is "en-XA" | "ar-XB" => one === "en-XA" || one === "ar-XB");
  if (pseudo) return pseudo;
  if (chosen) return chosen;
  for (const one of wanted) {
    const base = one.split("-")[0];
    if (base === "en" || base === "es" || base === "pt") return base;
  }
  return "en";
}
