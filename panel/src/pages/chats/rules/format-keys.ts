import { FORMAT_SIGNS, type Format } from "./formatted-parts.ts";

/** A part of the field's text that is replaced, and what is selected then. */
export interface Replacement {
  from: number;
  to: number;
  text: string;
  selected: readonly [number, number];
}

/** The pressed key, with Ctrl or ⌘. */
export interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** The keys that format, as other programs have them. */
export const FORMAT_KEYS: Record<Format, { key: string; isShifted: boolean }> = {
  bold: { key: "b", isShifted: false },
  italic: { key: "i", isShifted: false },
  struck: { key: "x", isShifted: true },
  code: { key: "e", isShifted: false },
};

/** The format that a key gives; null if none. */
export function formatOfKey({ key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): Format | null {
  if (ctrlKey === metaKey || altKey) return null;
  const found = Object.entries(FORMAT_KEYS).find(
    ([, one]) => one.key === key.toLowerCase() && one.isShifted === shiftKey,
  );
  return (found?.[0] as Format | undefined) ?? null; // its keys are the formats
}

/**
 * Puts a format's signs around each line of the selection, or removes them where they are. Without a selection, the
 * caret is then between them.
 */
export function withFormat(text: string, start: number, end: number, format: Format): Replacement {
  const sign = FORMAT_SIGNS[format];
  const selection = text.slice(start, end);
  const inner = selection.trim();
  const from = start + selection.indexOf(inner);
  const to = from + inner.length;
  if (inner === "") return { from: start, to: start, text: sign + sign, selected: [start + 1, start + 1] };
  if (text[from - 1] === sign && text[to] === sign)
    return { from: from - 1, to: to + 1, text: inner, selected: [from - 1, to - 1] };
  const lines = inner.split("\n");
  const isOn = lines.every((line) => line.trim() === "" || isWrapped(line.trim(), sign));
  const changed = lines.map((line) => (isOn ? unwrapped(line, sign) : wrapped(line, sign))).join("\n");
  return { from, to, text: changed, selected: [from, from + changed.length] };
}

const isWrapped = (line: string, sign: string) => line.length > 2 && line.startsWith(sign) && line.endsWith(sign);

/** Signs next to a space mean nothing, so they go inside of a line's spaces. */
function wrapped(line: string, sign: string): string {
  const inner = line.trim();
  return inner === "" || isWrapped(inner, sign) ? line : line.replace(inner, () => `${sign}${inner}${sign}`);
}

function unwrapped(line: string, sign: string): string {
  const inner = line.trim();
  return isWrapped(inner, sign) ? line.replace(inner, () => inner.slice(1, -1)) : line;
}
