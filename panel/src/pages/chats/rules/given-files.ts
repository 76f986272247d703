import { LIMITS } from "../../../../../core/contracts/limits.ts";
import { fileKind } from "../../../../../core/contracts/media/file-kind.ts";
import { mediaTypeOf } from "../../../files/file-bytes.ts";

/** Files in one draft, as many as phones send at once. Our own limit; each is a message. */
export const DRAFT_FILES_MAX = 30;

/** Why a file can't be sent; null if it can. `max` is the largest that its kind may be, in bytes. */
export type FileFault = { reason: "empty" } | { reason: "tooLarge"; max: number } | null;

/** Judges a file by its size and kind. */
export function fileFault(file: Pick<File, "size" | "type">): FileFault {
  if (file.size === 0) return { reason: "empty" };
  const max = LIMITS.sentFileMaxBytes[fileKind(mediaTypeOf(file))];
  return file.size > max ? { reason: "tooLarge", max } : null;
}

/**
 * Whether a paste means its files and not its text. A program for documents or tables puts a picture beside a copied
 * text; a file manager puts a file's name beside the file. @param types what the clipboard holds.
 */
export function meansFiles(types: readonly string[]): boolean {
  if (!types.includes("Files")) return false;
  const isDocument = types.includes("text/html") || types.includes("text/rtf");
  return !(types.includes("text/plain") && isDocument);
}
