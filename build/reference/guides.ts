import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Marked, type Tokens } from "marked";
import { type LinkedDocument, operationLinks, REFERENCE_PLACE } from "./operation-links.ts";
import { PANEL_LINK, pageHead } from "./page-head.ts";

/** The folder of the guide sources. */
export const GUIDES = fileURLToPath(new URL("../../docs/guides/", import.meta.url));
/** The path of the guides, relative to the address of the panel or the local gateway. */
export const GUIDES_PLACE = "/docs/guides";

/** The API description, which includes the operations that the guides mention. */
const DESCRIPTION = fileURLToPath(new URL("../../docs/openapi.json", import.meta.url));

/**
 * Returns a function that takes a text such as `POST /v1/messages` and returns the link to this request in the API
 * reference, or null for any other text.
 */
export const referenceLinks = (): ((text: string) => string | null) =>
  operationLinks(JSON.parse(readFileSync(DESCRIPTION, "utf8")) as LinkedDocument);

/** Returns the names of the guides, without `.md`. */
export const guideNames = (): string[] =>
  readdirSync(GUIDES)
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.slice(0, -".md".length))
    .sort();

/**
 * Writes the guides as HTML pages, along with their stylesheet, into `folder`. The pages are named
 * `docs/guides/<name>.html`.
 */
export function writeGuides(folder: string): void {
  const place = join(folder, GUIDES_PLACE);
  mkdirSync(place, { recursive: true });
  const linkOf = referenceLinks();
  for (const name of guideNames()) {
    writeFileSync(join(place, `${name}.html`), guidePage(name, linkOf));
  }
  for (const file of ["guide.css", "guide.js"]) writeFileSync(join(place, file), readFileSync(`${GUIDES}${file}`));
  writeFileSync(join(place, "search.json"), JSON.stringify(guideNames().flatMap(searchedParts)));
}

/** A section of a guide, as indexed for search. */
interface SearchedPart {
  guide: string;
  title: string;
  /** Empty for the text before the first heading. */
  heading: string;
  /** The heading's anchor on the page, or an empty string for the top of the page. */
  slug: string;
  text: string;
}

/** Splits a guide at its headings and returns the sections, without Markdown syntax. */
export function searchedParts(name: string): SearchedPart[] {
  const markdown = readFileSync(`${GUIDES}${name}.md`, "utf8");
  const [top = "", ...others] = markdown.split(/^## /m);
  const title = titleOf(markdown);
  const rest = (text: string) => plainText(text.slice(text.indexOf("\n")));
  return [
    { guide: name, title, heading: "", slug: "", text: rest(top) },
    ...others.map((part) => {
      const heading = part.split("\n", 1)[0] ?? "";
      return { guide: name, title, heading: plainText(heading), slug: slug(heading), text: rest(part) };
    }),
  ];
}

const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? "Guide";

/** Replaces links with their text and removes code fences, table lines and other markup. */
const plainText = (markdown: string) =>
  markdown
    .replaceAll(/^```.*$/gm, " ")
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll(/^\|[-| ]+\|$/gm, " ")
    .replaceAll(/[`|]|\*\*/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Returns the guides in the order of the index, with the titles used there. */
function listedGuides(): { name: string; title: string }[] {
  const index = readFileSync(`${GUIDES}index.md`, "utf8");
  return [...index.matchAll(/^\| \[([^\]]+)\]\(([\w-]+)\.md\)/gm)].map(([, title = "", name = ""]) => ({
    name,
    title,
  }));
}

/**
 * Returns the menu next to a guide: the API reference and all guides, with the current guide's sections nested below
 * it.
 */
function menuBeside(shown: string, parts: string): string {
  const items = listedGuides().map(({ name, title }) => {
    const isShown = name === shown;
    const link = `<a href="${GUIDES_PLACE}/${name}"${isShown ? ' aria-current="page"' : ""}>${escaped(title)}</a>`;
    return `<li>${link}${isShown ? parts : ""}</li>`;
  });
  const reference = `<li><a href="${REFERENCE_PLACE}">Reference: every request</a></li>`;
  return `<nav class="menu" aria-label="All guides">\n<ul>\n${[reference, ...items].join("\n")}\n</ul>\n</nav>`;
}

/**
 * Renders a guide as a page that works without its script and loads nothing from other hosts. Text that looks like HTML
 * is escaped. Where a request such as `POST /v1/messages` is mentioned, it links to the API reference.
 * @param name the guide's name, without `.md`.
 */
export function guidePage(name: string, linkOf = referenceLinks()): string {
  const markdown = readFileSync(`${GUIDES}${name}.md`, "utf8");
  const parts: string[] = [];
  const title = titleOf(markdown);
  const marked = new Marked({ gfm: true, async: false });
  // Code inside a link, or in a heading that becomes a link in the menu, isn't linked, because links can't be nested.
  const isLink = { here: false };
  const linked = (parser: { parseInline(tokens: Tokens.Generic[]): string }, tokens: Tokens.Generic[]): string => {
    isLink.here = true;
    const html = parser.parseInline(tokens);
    isLink.here = false;
    return html;
  };
  marked.use({
    renderer: {
      codespan({ text }: Tokens.Codespan) {
        const href = isLink.here ? null : linkOf(text);
        const code = `<code>${escaped(text)}</code>`;
        return href === null ? code : `<a href="${escaped(href)}">${code}</a>`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
      heading({ tokens, depth, text }: Tokens.Heading) {
        const title = linked(this.parser, tokens);
        if (depth === 2) parts.push(`<li><a href="#${slug(text)}">${title}</a></li>`);
        return `<h${depth} id="${slug(text)}">${title}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const address = href.replace(/^([\w-]+)\.md(#.*)?$/, `${GUIDES_PLACE}/$1$2`);
        return `<a href="${escaped(address)}">${linked(this.parser, tokens)}</a>`;
      },
      code({ text, lang = "" }: Tokens.Code) {
        const [language = "", role] = lang.split(" ");
        const label = role === "like" ? '<p class="answer">The answer, in part:</p>\n' : "";
        return `${label}<pre><code class="${escaped(language)}">${escaped(text)}</code></pre>\n`;
      },
    },
  });
  const body = marked.parse(markdown) as string; // it is asked to be synchronous
  return [
    ...pageHead(escaped(title)),
    `<link rel="stylesheet" href="${GUIDES_PLACE}/guide.css">`,
    `<script src="${GUIDES_PLACE}/guide.js" defer></script>`,
    "</head>",
    "<body>",
    `<nav class="top" aria-label="Places"><a href="${GUIDES_PLACE}/index">Guides</a> <a href="${REFERENCE_PLACE}">Reference</a>${PANEL_LINK}</nav>`,
    '<div class="columns">',
    `<main>\n${body}</main>`,
    menuBeside(name, parts.length === 0 ? "" : `\n<ul>${parts.join("")}</ul>`),
    "</div>",
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, "")
    .trim()
    .replaceAll(" ", "-");

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
