/**
 * Matches addresses that messengers turn into links: those with a scheme or `www.`, or a bare host, with or without a
 * path. Email addresses are excluded.
 */
const LINK =
  /(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.)[^\s<>()[\]"]+|(?<![\p{L}\d@-]|[\p{L}\d-]\.)(?:[\p{L}\d-]{1,63}\.){1,8}[a-z]{2,24}(?![\p{L}\d@-])(?:\/[^\s<>()[\]"]*)?/giu;

/**
 * The top-level domains that make messengers turn a bare host into a link. A word right after a period doesn't count.
 */
const HOST_ENDS = new Set(
  (
    "com net org info biz io co ly gg app dev xyz site online shop store link click top live club vip win icu " +
    "ru cn br pt fr uk eu mx ar"
  ).split(" "),
);

/**
 * Removes links that don't appear in the customer's own texts, so people can't talk the model into sending a link. The
 * bare host of a known link also counts as known. Spec: AI agent. @param known the customer's own texts.
 */
export function withoutUnknownLinks(text: string, known: string): string {
  const own = new Set([...known.matchAll(LINK)].flatMap(([link]) => [plainAddress(link), hostOf(link)]));
  return text.replace(LINK, (found) => {
    const link = withoutEnd(found);
    return own.has(plainAddress(link)) || !isLink(link) ? found : found.slice(link.length);
  });
}

function isLink(found: string): boolean {
  const rest = plainAddress(found);
  if (rest.includes("/") || rest.length < found.length) return true;
  return HOST_ENDS.has(rest.slice(rest.lastIndexOf(".") + 1));
}

/** Returns a link without any trailing punctuation. */
function withoutEnd(link: string): string {
  let end = link.length;
  while (end > 0 && ".,;:!?*_~'".includes(link.charAt(end - 1))) end--;
  return link.slice(0, end);
}

/**
 * Normalizes an address to a form like `shop.example/faq`, so that equal links compare equal no matter how they were
 * written.
 */
const plainAddress = (link: string) =>
  withoutEnd(link)
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/u, "")
    .replace(/\/$/u, "");

const hostOf = (link: string) => plainAddress(link).split(/[/?#]/u)[0] ?? "";
