import { extension } from "mime-types";

const ENDING = /\.[\p{L}\p{N}]{1,10}$/u;
/** Types that name no kind of file. */
const NO_KIND = /^application\/octet-stream\b/i;

/**
 * The name under which a document is sent: the given one, with the ending of its type when it has none.
 * @param name null if nobody gave one.
 */
export function documentName(name: string | null, mimetype: string): string {
  const given = name ?? "document";
  const ending = ENDING.test(given) || NO_KIND.test(mimetype) ? false : extension(mimetype);
  return ending === false ? given : `${given}.${ending}`;
}
