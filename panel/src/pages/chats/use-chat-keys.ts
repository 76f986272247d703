import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useEffect } from "react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import { paths } from "../../paths.ts";
import { areKeysOn, isPlainKey } from "../../shell/shortcuts.ts";

/** The id of the composer's text field. */
export const COMPOSER_ID = "composer";

/** The element that had the focus when the composer was supposed to take it but had not loaded yet. */
const waiting: { from: Element | null } = { from: null };

/** Focuses the composer, as soon as it has loaded. */
export function focusComposer(): void {
  const field = document.getElementById(COMPOSER_ID);
  waiting.from = field ? null : document.activeElement;
  field?.focus();
}

/** Once the composer has loaded, focuses it if this was requested earlier, unless the focus has moved since. */
export function takeAwaitedFocus(field: HTMLElement | null): void {
  if (waiting.from !== null && waiting.from === document.activeElement) field?.focus();
  waiting.from = null;
}

/**
 * Handles the shortcuts: `/` searches, `j` and `k` go to the next and the previous chat, `r` focuses the composer, and
 * `?` lists the shortcuts.
 */
export function useChatKeys({
  rows,
  open,
  list,
  onHelp,
}: {
  rows: readonly Chat[] | undefined;
  open: { instance: string; chat: string } | null;
  list: RefObject<HTMLElement | null>;
  onHelp: () => void;
}): void {
  const navigate = useNavigate();
  useEffect(() => {
    function go(step: 1 | -1): void {
      const at = rows?.findIndex(({ id, instance_id }) => id === open?.chat && instance_id === open.instance) ?? -1;
      const next = rows?.[at === -1 ? 0 : at + step];
      if (next) void navigate({ to: paths.chat(next.instance_id, next.id), search: true });
    }
    function press(event: KeyboardEvent): void {
      if (!isPlainKey(event) || !areKeysOn()) return;
      if (event.key === "/") list.current?.querySelector<HTMLInputElement>("input[type=search]")?.focus();
      else if (event.key === "j") go(1);
      else if (event.key === "k") go(-1);
      else if (event.key === "r") focusComposer();
      else if (event.key === "?") onHelp();
      else return;
      event.preventDefault();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [rows, open, list, onHelp, navigate]);
}
