import { FORMAT_SIGNS, type Format } from "./formatted-parts.ts";

/** A replacement for part of the field's text, and the selection afterwards. */
export interface Replacement {
  from: number;
  to: number;
  text: string;
  selected: readonly [number, number];
}

/** The key that was pressed together with Ctrl or ⌘. */
export interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** The keyboard shortcuts for formatting, the same as in other programs. */
export const FORMAT_KEYS: Record<Format, { key: string; isShifted: boolean }> = {
  bold: { key: "b", isShifted: false },
  italic: { key: "i", isShifted: false },
  struck: { key: "x", isShifted: true },
  code: { key: "e", isShifted: false },
};

/** Returns the format assigned to a keyboard shortcut, or null if there is none. */
export function formatOfKey({ key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): Format | null {
  if (ctrlKey === metaKey || altKey) return null;
  const found = Object.entries(FORMAT_KEYS).find(
    ([, one]) => one.key === key.toLowerCase() && one.isShifted === shiftKey,
  );
  return (found?.[0] as Format | undefined) ?? null; // its keys are the formats
}

/**
 * Wraps each selected line in a format's signs, or removes them if they are already there. Without a selection, inserts
 * a pair of signs with the caret in between.
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

/**
 * Wraps a line's text in signs, leaving any leading and trailing spaces outside, because signs next to a space have no
 * effect.
 */
function wrapped(line: string, sign: string): string {
  const inner = line.trim();
  return inner === "" || isWrapped(inner, sign) ? line : line.replace(inner, () => `${sign}${inner}${sign}`);
}

function unwrapped(line: string, sign: string): string {
  const inner = line.trim();
  return isWrapped(inner, sign) ? line.replace(inner, () => inner.slice(1, -1)) : line;
}
