import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../core/contracts/panel/me.ts";
import { pseudo } from "../../panel/src/words/pseudo.ts";

const SOURCES = fileURLToPath(new URL("../../panel/src/", import.meta.url));
const WORDS = join(SOURCES, "words");

type Catalog = Record<string, string>;

const areas = readdirSync(join(WORDS, "en")).map((file) => file.replace(".ts", ""));

async function catalog(language: string, area: string): Promise<Catalog> {
  return ((await import(join(WORDS, language, `${area}.ts`))) as { words: Catalog }).words; // every catalog exports them
}

/** Returns the names of the placeholders in a text. */
function placeholders(text: string): string[] {
  const names = new Set<string>();
  const walk = (parts: unknown): void => {
    for (const part of parts as { type: number; value?: string; options?: Record<string, { value: unknown }> }[]) {
      if (part.type !== 0 && part.type !== 7 && part.value) names.add(part.value);
      for (const option of Object.values(part.options ?? {})) walk(option.value);
    }
  };
  walk(new IntlMessageFormat(text, "en").getAst());
  return [...names].sort();
}

function sources(folder: string, ending: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path, ending);
    return name.endsWith(ending) ? [path] : [];
  });
}

describe("the words of the panel", () => {
  it.each(LANGUAGES)(
    "are whole in %s: each area has every text, with the placeholders of the English one",
    async (language) => {
      expect(readdirSync(join(WORDS, language)).map((file) => file.replace(".ts", ""))).toEqual(areas);
      for (const area of areas) {
        const [english, own] = await Promise.all([catalog("en", area), catalog(language, area)]);
        expect(Object.keys(own).sort(), area).toEqual(Object.keys(english).sort());
        for (const [key, text] of Object.entries(own)) {
          expect(text.trim(), `${area}.${key}`).not.toBe("");
          expect(placeholders(text), `${area}.${key}`).toEqual(placeholders(english[key] ?? ""));
        }
      }
    },
  );

  it("can be stretched and accented, with their placeholders in place", async () => {
    for (const area of areas)
      for (const [key, text] of Object.entries(await catalog("en", area)))
        expect(placeholders(pseudo(text)), `${area}.${key}`).toEqual(placeholders(text));
  });

  it("stand in the catalogs and nowhere else", () => {
    const found = sources(SOURCES, ".tsx").flatMap((path) => {
      const code = readFileSync(path, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
      const inAttributes = [
        ...code.matchAll(/\b(?:aria-label|title|label|placeholder|alt|hint|intro)="([^"]*[A-Za-z]{2}[^"]*)"/g),
      ];
      const between = [...code.matchAll(/<\/?[A-Za-z][^<>{}=]*>\s*([A-Z][a-z]+(?: [a-z]+)+[^<>{}();]*)\s*<\//g)];
      return [...inAttributes, ...between].map(([, text]) => `${path.slice(SOURCES.length)}: ${text}`);
    });
    expect(found).toEqual([]);
  });
});

describe("the styles of the panel", () => {
  it("name no left and right, so that the other direction needs no styles of its own", () => {
    const PHYSICAL =
      /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right|top|bottom)|left|right|top|bottom|width|height|(?:min|max)-(?:width|height)|float|text-align:\s*(?:left|right))\b\s*:?/;
    const found = sources(SOURCES, ".css").flatMap((path) =>
      readFileSync(path, "utf8")
        .replaceAll(/\/\*[\s\S]*?\*\//g, "")
        .split("\n")
        .filter((line) => !line.trim().startsWith("@") && PHYSICAL.test(line) && /:.*;/.test(line))
        .map((line) => `${path.slice(SOURCES.length)}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it("name colours in one place", () => {
    const found = sources(SOURCES, ".css")
      .filter((path) => !path.endsWith("tokens.css"))
      .flatMap((path) =>
        [...readFileSync(path, "utf8").matchAll(/#[0-9a-f]{3,8}\b|\brgb\(|\bhsl\(|\boklch\(/gi)].map(
          ([colour]) => `${path.slice(SOURCES.length)}: ${colour}`,
        ),
      );
    expect(found).toEqual([]);
  });
});

describe("the code of the panel", () => {
  it("takes nothing from the rest but types, plain constants, the kinds of files and messages, how phones, names and links are written and how files of people are read and written, and no text as markup", () => {
    const found = [...sources(SOURCES, ".ts"), ...sources(SOURCES, ".tsx")].flatMap((path) => {
      const code = readFileSync(path, "utf8");
      const outside = [
        ...code.matchAll(
          /^import (?!type\b)[^;]*?from "((?:\.\.\/)+(?:core|functions|lib|local|session-service)\/[^"]+)"/gms,
        ),
      ]
        .map(([, target]) => target ?? "")
        .filter(
          (target) =>
            !/core\/contracts\/(panel\/(hints|roles|panel-limits|panel-pages|panel-routes|upload-schemes)|routes|sockets|limits|durations|plans|first-link|media\/file-kind|placeholders|written-phone|broadcasts\/broadcast-states|content\/about|plain-name|people-files\/[a-z-]+)\.ts$/.test(
              target,
            ),
        );
      const asMarkup = /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write/.test(code)
        ? ["markup"]
        : [];
      return [...outside, ...asMarkup].map((what) => `${path.slice(SOURCES.length)}: ${what}`);
    });
    expect(found).toEqual([]);
  });
});
