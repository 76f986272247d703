import { extension } from "mime-types";

const ENDING = /\.[\p{L}\p{N}]{1,10}$/u;
/** Types that do not identify a kind of file. */
const NO_KIND = /^application\/octet-stream\b/i;

/**
 * Returns the name for sending a document: the given name, with the extension for its type added if it has none.
 * @param name null if none was given.
 */
export function documentName(name: string | null, mimetype: string): string {
  const given = name ?? "document";
  const ending = ENDING.test(given) || NO_KIND.test(mimetype) ? false : extension(mimetype);
  return ending === false ? given : `${given}.${ending}`;
}
