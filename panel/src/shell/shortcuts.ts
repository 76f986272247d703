import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { paths } from "../paths.ts";

const KEPT_AS = "shortcuts";

/**
 * Whether shortcuts without modifier keys are enabled. Users who dictate text or often press keys by mistake can turn
 * them off.
 */
export const areKeysOn = (): boolean => localStorage.getItem(KEPT_AS) !== "off";

/** Turns the shortcuts on or off on this device. */
export function setKeysOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEPT_AS);
  else localStorage.setItem(KEPT_AS, "off");
}

/** Whether a key was pressed without Ctrl, Meta or Alt, outside of text fields and dialogs. */
export function isPlainKey({
  target,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
  isComposing,
}: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return false;
  return !(
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]")
  );
}

const TOGETHER_MS = 1_500;

/** Handles the shortcut `g`, then `c`, which goes to the chats from any page. */
export function useGoToChats(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let begunAt = Number.NEGATIVE_INFINITY;
    function press(event: KeyboardEvent): void {
      if (!isPlainKey(event) || !areKeysOn()) return;
      if (event.key === "g") begunAt = event.timeStamp;
      else if (event.key === "c" && event.timeStamp - begunAt < TOGETHER_MS) void navigate({ to: paths.chats() });
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [navigate]);
}
