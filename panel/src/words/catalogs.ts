import { IntlMessageFormat } from "intl-messageformat";
import type { Area, Areas } from "./areas.ts";
import { LANGUAGE_NAMES, type PanelLanguage } from "./languages.ts";
import { pseudo } from "./pseudo.ts";

/** The values for a text's placeholders. */
export type Values = Record<string, string | number | Date>;

/** The texts in a language, loaded area by area. */
export interface Catalogs {
  /** The BCP 47 language tag for formatting dates and numbers. */
  locale: string;
  direction: "ltr" | "rtl";
  /** Loads an area's texts. Repeated calls do nothing. */
  load(area: Area): Promise<void>;
  isLoaded(area: Area): boolean;
  /** Returns a text from a loaded area. */
  text<A extends Area>(area: A, key: keyof Areas[A] & string, values?: Values): string;
}

interface Module {
  words: Record<string, string>;
}

const FILES = import.meta.glob<Module>("./{en,es,pt}/*.ts");

/** Creates a language's catalogs. Those of a pseudo-language are derived from English. */
export function catalogsOf(language: PanelLanguage): Catalogs {
  const { locale, direction, source } = LANGUAGE_NAMES[language];
  const loaded = new Map<Area, Record<string, string>>();
  const formats = new Map<string, IntlMessageFormat>();

  function text<A extends Area>(area: A, key: keyof Areas[A] & string, values?: Values): string {
    const message = loaded.get(area)?.[key] ?? key;
    const shown = source === language ? message : pseudo(message);
    if (!shown.includes("{") && !shown.includes("'")) return shown;
    const place = `${area}.${key}`;
    const format = formats.get(place) ?? new IntlMessageFormat(shown, locale);
    formats.set(place, format);
    return String(format.format(values));
  }

  return {
    locale,
    direction,
    async load(area) {
      if (loaded.has(area)) return;
      const file = FILES[`./${source}/${area}.ts`];
      if (!file) throw new Error(`There is no catalog of ${area} in ${source}.`);
      loaded.set(area, (await file()).words);
    },
    isLoaded: (area) => loaded.has(area),
    text,
  };
}
