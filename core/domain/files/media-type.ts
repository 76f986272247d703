import { LIMITS } from "../../contracts/limits.ts";

/** Type and parameters, nothing else: what may stand in a header. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?: *; *[\w.+-]+=(?:"[\w.,+ -]+"|[\w.+-]+))*$/;

/** A media type as it may be shown and stand in a header, in small letters; null: the text is none. */
export function cleanMediaType(text: string | null | undefined): string | null {
  const type = (text ?? "").slice(0, LIMITS.mimetypeMaxChars + 1).trim();
  return type.length <= LIMITS.mimetypeMaxChars && MEDIA_TYPE.test(type) ? type.toLowerCase() : null;
}
