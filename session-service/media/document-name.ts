import { extension } from "mime-types";

const ENDING = /\.[\p{L}\p{N}]{1,10}$/u;
/** Types that don't identify a kind of file. */
const NO_KIND = /^application\/octet-stream\b/i;

/**
 * Returns the name under which to send a document. Adds the extension for its type if the requested name has none.
 * @param name null if none was requested.
 */
export function documentName(name: string | null, mimetype: string): string {
  const given = name ?? "document";
  const ending = ENDING.test(given) || NO_KIND.test(mimetype) ? false : extension(mimetype);
  return ending === false ? given : `${given}.${ending}`;
}
