import { LIMITS } from "../../contracts/limits.ts";

/** A type and its parameters, nothing else: safe in a header. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?: *; *[\w.+-]+=(?:"[\w.,+ -]+"|[\w.+-]+))*$/;

/** A media type that is safe in a header, in lower case; null when the text is not a media type. */
export function cleanMediaType(text: string | null | undefined): string | null {
  const type = (text ?? "").slice(0, LIMITS.mimetypeMaxChars + 1).trim();
  return type.length <= LIMITS.mimetypeMaxChars && MEDIA_TYPE.test(type) ? type.toLowerCase() : null;
}
