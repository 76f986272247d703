/** An element's content: text, nested elements, or several elements with the same name. */
export type Xml = string | number | boolean | XmlElements | readonly Xml[];
interface XmlElements {
  readonly [name: string]: Xml | undefined;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Writes a document with a single root element, omitting undefined members. */
export function writeXml(root: string, content: Xml): string {
  const isError = root === "Error"; // S3's errors alone have no namespace
  const space = isError ? "" : ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
  return `${HEAD}<${root}${space}>${inner(content)}</${root}>`;
}

function inner(content: Xml): string {
  if (typeof content !== "object") return escapeXml(String(content));
  return Object.entries(content)
    .flatMap(([name, value]) =>
      value === undefined
        ? []
        : (Array.isArray(value) ? value : [value]).map((one) => `<${name}>${inner(one)}</${name}>`),
    )
    .join("");
}

/**
 * Returns the contents of all elements with the given name, in order. Use `textOf` to unescape the text of inner
 * elements. This is sufficient for the bodies that S3 clients send, in which elements never contain others with the
 * same name.
 */
export function elements(xml: string, name: string): string[] {
  const form = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, "g");
  return [...xml.matchAll(form)].map(([, content = ""]) => content);
}

/** Returns the text of the first element with the given name, or undefined if there is none. */
export function textOf(xml: string, name: string): string | undefined {
  const [content] = elements(xml, name);
  return content === undefined ? undefined : unescapeXml(content);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

const escapeXml = (text: string) => text.replaceAll(/[&<>"\r]/g, (sign) => ESCAPES[sign] ?? sign);

const unescapeXml = (text: string) =>
  text.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([0-9a-fA-F]+));/g, (_, name, decimal, hex) => {
    if (name) return { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }[String(name)] ?? "";
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });
