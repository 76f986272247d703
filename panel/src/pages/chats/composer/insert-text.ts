import type { Replacement } from "../rules/format-keys.ts";

/** Replaces a part of a field's text as if it were typed, so that the browser's own undo takes it back. */
export function insertText(field: HTMLTextAreaElement, { from, to, text, selected: [start, end] }: Replacement): void {
  field.focus();
  field.setSelectionRange(from, to);
  // Marked as deprecated, but nothing else keeps the history of what was typed.
  if (!document.execCommand("insertText", false, text)) {
    field.setRangeText(text, from, to, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}
