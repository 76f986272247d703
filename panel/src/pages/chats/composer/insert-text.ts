import type { Replacement } from "../rules/format-keys.ts";

/** Replaces a part of a field's text as if the user had typed it, so that the browser's undo can revert it. */
export function insertText(field: HTMLTextAreaElement, { from, to, text, selected: [start, end] }: Replacement): void {
  field.focus();
  field.setSelectionRange(from, to);
  // `execCommand` is marked as deprecated, but it is the only way to preserve the undo history of the field.
  if (!document.execCommand("insertText", false, text)) {
    field.setRangeText(text, from, to, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}
