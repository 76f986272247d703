import { LIMITS } from "../../contracts/limits.ts";

/** Matches a media type with its parameters and nothing else, so it is safe in a header. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?: *; *[\w.+-]+=(?:"[\w.,+ -]+"|[\w.+-]+))*$/;

/** Returns a media type in lower case that is safe to use in a header, or null if the text isn't a media type. */
export function cleanMediaType(text: string | null | undefined): string | null {
  const type = (text ?? "").slice(0, LIMITS.mimetypeMaxChars + 1).trim();
  return type.length <= LIMITS.mimetypeMaxChars && MEDIA_TYPE.test(type) ? type.toLowerCase() : null;
}
