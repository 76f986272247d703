/** The preview data in a web page's head. */
export interface PagePreview {
  title: string;
  description: string | null;
  /** Address of its picture. */
  image: string | null;
}

const TITLE_MAX_CHARS = 200;
const DESCRIPTION_MAX_CHARS = 300;
const TAG_MAX_CHARS = 4_000;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Reads a page's preview out of its head; null: it has no title. @param base the page's own address. */
export function readPage(html: Buffer, base: string): PagePreview | null {
  const text = html.toString("utf8");
  const found = new Map<string, string>();
  for (const tag of metaTags(text)) {
    const name = attribute(tag, "property") ?? attribute(tag, "name");
    const content = attribute(tag, "content");
    if (name && content && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), content);
  }
  const plainTitle = /<title[^>]{0,200}>([^<]{1,2000})/i.exec(text)?.[1];
  const title = tidy(found.get("og:title") ?? plainTitle ?? "", TITLE_MAX_CHARS);
  if (title === "") return null;
  const description = tidy(found.get("og:description") ?? found.get("description") ?? "", DESCRIPTION_MAX_CHARS);
  const image = unescaped(found.get("og:image") ?? "").trim();
  return {
    title,
    description: description === "" ? null : description,
    image: image !== "" && URL.canParse(image, base) ? new URL(image, base).href : null,
  };
}

/** The page's meta tags, found in one pass. */
function* metaTags(text: string): Generator<string> {
  const starts = /<meta\s/gi;
  for (let found = starts.exec(text); found; found = starts.exec(text)) {
    const end = text.indexOf(">", found.index);
    if (end === -1) return;
    if (end - found.index <= TAG_MAX_CHARS) yield text.slice(found.index, end);
    starts.lastIndex = end;
  }
}

function attribute(tag: string, name: string): string | null {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(tag);
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? null;
}

function tidy(value: string, maxChars: number): string {
  return [...unescaped(value).replace(/\s+/g, " ").trim()].slice(0, maxChars).join("").toWellFormed();
}

function unescaped(value: string): string {
  return value.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
