import { Lexer, type Token, type Tokens } from "marked";
import { trimEnd } from "../trim-end.ts";

/**
 * No reply is this long. Longer texts aren't processed, because a text full of formatting marks would take too long.
 */
const READ_MAX_CHARS = 8_000;
/** The tags that models mix into Markdown, and the messenger's equivalents. */
const MARK_OF_TAG: Readonly<Record<string, string>> = {
  ...{ b: "*", strong: "*", i: "_", em: "_", s: "~", del: "~", strike: "~", code: "`", br: "\n" },
  ...{ u: "", p: "", span: "", div: "", ul: "", ol: "", sub: "", sup: "", small: "", mark: "", font: "", center: "" },
};
const TAG = /<\/?([a-z]{1,10})(?:\s[^<>]{0,300})?\s?\/?>/giu;
const ENTITY: Readonly<Record<string, string>> = {
  ...{ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&apos;": "'", "&nbsp;": " " },
};
/** Bold text that Markdown does not recognise, for example after a full-width colon. */
const BOLD_PAIR = /\*\*(?=\S)([^*\n]{1,300})\*\*/gu;

/**
 * Converts Markdown to the messenger's marks: bold, italic, strikethrough, code, quotes and lists. Headings become
 * bold, tables become lines, and links become their text and address; everything else becomes plain text.
 */
export function withOwnMarks(markdown: string): string {
  const text = markdown.slice(0, READ_MAX_CHARS).toWellFormed();
  try {
    const written = blocks(new Lexer({ gfm: true }).lex(text));
    return written.replace(/\n{3,}/gu, "\n\n").trim();
  } catch {
    return text; // quotes or lists nested too deeply for the stack, which nobody wrote to be read
  }
}

const blocks = (tokens: readonly Token[]): string => tokens.map(block).join("");

/** A block and the line breaks that end it. */
function block(token: Token): string {
  const end = token.raw.slice(trimEnd(token.raw, "\n").length);
  switch (token.type) {
    case "space":
      return "\n\n";
    case "hr":
      return "\n";
    case "heading":
      return `${boldLine(inline(childrenOf(token), { isBold: true }))}${end}`;
    case "blockquote":
      return `${prefixed(blocks(childrenOf(token)).trim(), "> ")}${end}`;
    case "list":
      return `${list(token as Tokens.List)}${end}`;
    case "table":
      return `${table(token as Tokens.Table)}${end}`;
    case "code":
      return `${codeBlock(token as Tokens.Code)}${end}`;
    case "html":
      return withoutTags(token.raw);
    case "def":
      return token.raw;
    default:
      return `${inline([token]).trimEnd()}${end}`;
  }
}

const childrenOf = (token: Token): readonly Token[] => ("tokens" in token ? (token.tokens ?? []) : []);

const boldLine = (text: string) => (text.trim() === "" ? "" : `*${text.trim()}*`);

const prefixed = (text: string, prefix: string) =>
  text
    .split("\n")
    .map((line) => `${prefix}${line}`)
    .join("\n");

function list({ ordered, start, items }: Tokens.List): string {
  const first = typeof start === "number" ? start : 1;
  return items
    .map((item, at) => {
      const sign = ordered ? `${first + at}. ` : "- ";
      const box = item.task ? (item.checked ? "☑ " : "☐ ") : "";
      const parts = item.tokens.filter(({ type }) => type !== "checkbox");
      const [head = "", ...rest] = blocks(parts)
        .trim()
        .replace(/\n{2,}/gu, "\n")
        .split("\n");
      return [`${sign}${box}${head}`, ...rest.map((line) => `  ${line}`)].join("\n");
    })
    .join("\n");
}

function table({ header, rows }: Tokens.Table): string {
  const line = (cells: readonly Tokens.TableCell[]) => cells.map(({ tokens }) => inline(tokens)).join(" | ");
  const head = header.map(({ tokens }) => boldLine(inline(tokens, { isBold: true }))).join(" | ");
  return [head, ...rows.map(line)].join("\n");
}

const codeBlock = ({ codeBlockStyle, text }: Tokens.Code) =>
  codeBlockStyle === "indented" ? text : `\`\`\`${text}\`\`\``;

function inline(tokens: readonly Token[], within = { isBold: false }): string {
  return tokens.map((token) => piece(token, within)).join("");
}

function piece(token: Token, within: { isBold: boolean }): string {
  const children = childrenOf(token);
  switch (token.type) {
    case "strong":
      return within.isBold ? inline(children, within) : `*${inline(children, { isBold: true })}*`;
    case "em":
      return emphasis(token.raw, children, within);
    case "del":
      return `~${inline(children, within)}~`;
    case "codespan":
      return `\`${(token as Tokens.Codespan).text}\``;
    case "br":
      return "\n";
    case "escape":
      return (token as Tokens.Escape).text;
    case "html":
      return withoutTags(token.raw);
    case "link":
      return link(token as Tokens.Link, inline(children, within));
    case "image":
      return link(token as Tokens.Link, (token as Tokens.Image).text);
    default:
      return children.length > 0 ? inline(children, within) : plain(token.raw);
  }
}

/** A single star already means bold in the messenger, so it stays; around bold text it is Markdown's italic. */
function emphasis(raw: string, children: readonly Token[], within: { isBold: boolean }): string {
  const isOwnBold = raw.startsWith("*") && !children.some(({ type }) => type === "strong");
  if (!isOwnBold) return `_${inline(children, within)}_`;
  return within.isBold ? inline(children, within) : `*${inline(children, { isBold: true })}*`;
}

/** A link's text and its address; if they are the same, it is written once. */
function link({ raw, href }: Pick<Tokens.Link, "raw" | "href">, words: string): string {
  if (!raw.startsWith("[") && !raw.startsWith("!")) return raw.replace(/^<([^<>]*)>$/u, "$1");
  const address = href.replace(/^(?:mailto|tel):/iu, "");
  return words === "" || bare(words) === bare(address) ? address : `${words} ${address}`;
}

const bare = (address: string) => address.replace(/^https?:\/\//iu, "").replace(/\/$/u, "");

const withoutTags = (html: string) =>
  plain(html.replace(TAG, (tag, name: string) => MARK_OF_TAG[name.toLowerCase()] ?? tag));

const plain = (text: string) =>
  text.replace(BOLD_PAIR, "*$1*").replace(/&(?:amp|lt|gt|quot|apos|nbsp|#39);/giu, (found) => {
    return ENTITY[found.toLowerCase()] ?? found;
  });
