/** How a message's file is shown: in place, or as a download. */
export type FileView = "picture" | "video" | "audio" | "download";

/**
 * Media types of images that contain only pixels. SVG is excluded because it is a document that can contain scripts.
 */
const PICTURES = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);

/** Returns how to show a file of the given media type. Any type not known to be harmless is shown as a download. */
export function fileView(mimetype: string | null): FileView {
  const type = (mimetype ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (PICTURES.has(type)) return "picture";
  if (/^video\/[\w.+-]+$/.test(type)) return "video";
  if (/^audio\/[\w.+-]+$/.test(type)) return "audio";
  return "download";
}

/** Matches characters that hide or reverse parts of a file name. */
const DECEIVING = /[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const ENDING_MAX_CHARS = 10;

/** A file's name in two parts, so its extension stays visible even when the name is too long to fit. */
export interface NamePieces {
  stem: string;
  /** The extension, including the dot, or "" if the name has none. */
  ending: string;
}

/**
 * Splits a name at its real extension and removes deceptive characters. @returns null if nothing remains of the name.
 */
export function fileName(name: string | null): NamePieces | null {
  const last = (name ?? "").split(/[/\\]/).at(-1) ?? "";
  const plain = last.replaceAll(DECEIVING, "").trim();
  if (plain === "") return null;
  const dot = plain.lastIndexOf(".");
  const isEnding = dot > 0 && plain.length - dot - 1 <= ENDING_MAX_CHARS;
  return isEnding ? { stem: plain.slice(0, dot), ending: plain.slice(dot) } : { stem: plain, ending: "" };
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/**
 * Formats a file size in a suitable unit. Each unit is 1024 times the previous one, as in the file limits. @param bytes
 * the file's size.
 */
export function fileSize(bytes: number, locale: string): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const value = bytes / 1024 ** step;
  const format = { style: "unit", unit: UNITS[step] ?? "byte", unitDisplay: "short" } as const;
  return new Intl.NumberFormat(locale, { ...format, maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 }).format(
    value,
  );
}

/** Returns a file's name for display, without deceptive characters. @returns null if nothing remains of the name. */
export function shownName(name: string | null): string | null {
  const pieces = fileName(name);
  return pieces && pieces.stem + pieces.ending;
}
