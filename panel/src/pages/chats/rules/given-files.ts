import { LIMITS } from "../../../../../core/contracts/limits.ts";
import { fileKind } from "../../../../../core/contracts/media/file-kind.ts";
import { mediaTypeOf } from "../../../files/file-bytes.ts";

/**
 * The maximum number of files in one draft. Each file becomes a message. This limit is the panel's own, but phones have
 * the same limit.
 */
export const DRAFT_FILES_MAX = 30;

/** Why a file can't be sent, or null if it can. `max` is the maximum size for its kind, in bytes. */
export type FileFault = { reason: "empty" } | { reason: "tooLarge"; max: number } | null;

/** Checks a file's size against the limit for its kind. */
export function fileFault(file: Pick<File, "size" | "type">): FileFault {
  if (file.size === 0) return { reason: "empty" };
  const max = LIMITS.sentFileMaxBytes[fileKind(mediaTypeOf(file))];
  return file.size > max ? { reason: "tooLarge", max } : null;
}

/**
 * Whether a paste should insert its files rather than its text. With copied text, word processors and spreadsheets also
 * put an image on the clipboard. With a copied file, file managers also put its name there. @param types the types of
 * data on the clipboard.
 */
export function meansFiles(types: readonly string[]): boolean {
  if (!types.includes("Files")) return false;
  const isDocument = types.includes("text/html") || types.includes("text/rtf");
  return !(types.includes("text/plain") && isDocument);
}
