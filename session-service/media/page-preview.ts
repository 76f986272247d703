import { Parser } from "htmlparser2";
import { pageText } from "./page-text.ts";

/** The preview data in a web page's head. */
export interface PagePreview {
  title: string;
  description: string | null;
  /** The URL of the page's picture. */
  image: string | null;
}

/** The maximum number of bytes to read from a page. */
export const PAGE_MAX_BYTES = 1024 * 1024;
const TITLE_MAX_CHARS = 200;
const DESCRIPTION_MAX_CHARS = 300;
const FIELD_MAX_CHARS = 4_000;

/** The values of a page's meta tags, by name, and the page's title. */
type Said = Map<string, string>;

const TITLES = ["og:title", "twitter:title", "<title>"];
const DESCRIPTIONS = ["og:description", "twitter:description", "description"];
const IMAGES = ["og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"];

/**
 * Parses a page's preview. Returns null if the page has no title.
 * @param html the page's bytes, or the first part of them. @param from the page's own URL, and the `Content-Type` of
 * its response.
 */
export function readPage(html: Uint8Array, from: { url: string; contentType: string | null }): PagePreview | null {
  const said = saidIn(pageText(html.subarray(0, PAGE_MAX_BYTES), from.contentType));
  const title = tidy(firstOf(said, TITLES), TITLE_MAX_CHARS);
  if (title === "") return null;
  const description = tidy(firstOf(said, DESCRIPTIONS), DESCRIPTION_MAX_CHARS);
  const image = firstOf(said, IMAGES).trim();
  return {
    title,
    description: description === "" ? null : description,
    image: image !== "" && URL.canParse(image, from.url) ? new URL(image, from.url).href : null,
  };
}

/** Returns the first non-empty value among these names. */
const firstOf = (said: Said, names: readonly string[]) =>
  names.map((name) => said.get(name) ?? "").find((value) => value.trim() !== "") ?? "";

/**
 * Parses the meta tags and the title. If a name occurs twice, the first occurrence counts. Titles of drawings inside
 * the page are ignored.
 */
function saidIn(text: string): Said {
  const said: Said = new Map();
  let title: string | null = null;
  let drawings = 0;
  const say = (name: string, value: string) => {
    if (value.trim() !== "" && !said.has(name)) said.set(name, value.slice(0, FIELD_MAX_CHARS));
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === "svg") drawings++;
      if (name === "title" && drawings === 0) title = "";
      if (name === "meta")
        say((attributes.property ?? attributes.name ?? "").trim().toLowerCase(), attributes.content ?? "");
    },
    ontext(piece) {
      if (title !== null && title.length < FIELD_MAX_CHARS) title += piece;
    },
    onclosetag(name) {
      if (name === "svg") drawings--;
      if (name !== "title" || title === null) return;
      say("<title>", title);
      title = null;
    },
  });
  parser.end(text);
  return said;
}

function tidy(value: string, maxChars: number): string {
  return [...value.replace(/\s+/g, " ").trim()].slice(0, maxChars).join("").toWellFormed();
}
