import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { paths } from "../paths.ts";

const KEPT_AS = "shortcuts";

/** Whether keys without a modifier do something by themselves. Who speaks to the device or mistypes turns them off. */
export const areKeysOn = (): boolean => localStorage.getItem(KEPT_AS) !== "off";

/** Turns them on or off, on this device. */
export function setKeysOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEPT_AS);
  else localStorage.setItem(KEPT_AS, "off");
}

/** Whether a key was pressed without modifiers, and not into a field or a dialog. */
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

/** `g`, then `c` leads to the chats, from every page. */
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
