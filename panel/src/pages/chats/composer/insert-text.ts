import type { Replacement } from "../rules/format-keys.ts";

/** Replaces part of a field's text as if the user had typed it, so that the browser's undo can revert it. */
export function insertText(field: HTMLTextAreaElement, { from, to, text, selected: [start, end] }: Replacement): void {
  field.focus();
  field.setSelectionRange(from, to);
  // `execCommand` is deprecated, but it is the only way to preserve the field's undo history.
  if (!document.execCommand("insertText", false, text)) {
    field.setRangeText(text, from, to, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}
