import { LIMITS } from "../../contracts/limits.ts";
import { trimEnd } from "../trim-end.ts";

/**
 * Matches characters that hide or reverse parts of a name (control, direction and zero-width characters), or that are
 * not allowed in file names.
 */
const DECEIVING = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff<>:"|?*]/gu;

/**
 * Cleans a file name for display and saving: retains only the last part of a path, and removes deceptive characters.
 * @returns null if nothing is left.
 */
export function cleanFileName(name: string | null | undefined): string | null {
  const last = (name ?? "").toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const cleaned = trimEnd(last.replace(DECEIVING, "").trim().replace(/^\.+/, ""), ". ");
  return cleaned === "" ? null : shortened(cleaned);
}

/** Shortens a long name by cutting out its middle, which preserves the extension. */
function shortened(name: string): string {
  const letters = [...name];
  const max = LIMITS.fileNameMaxChars;
  if (letters.length <= max) return name;
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? "";
  return `${letters.slice(0, max - ending.length).join("")}${ending}`;
}
