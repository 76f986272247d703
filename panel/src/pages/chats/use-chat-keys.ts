import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useEffect } from "react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import { paths } from "../../paths.ts";
import { areKeysOn, isPlainKey } from "../../shell/shortcuts.ts";

/** The composer field's id. */
export const COMPOSER_ID = "composer";

/** `/` searches, `j` and `k` go to the next and previous chat, `r` focuses the composer, `?` lists the keys. */
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
      else if (event.key === "r") document.getElementById(COMPOSER_ID)?.focus();
      else if (event.key === "?") onHelp();
      else return;
      event.preventDefault();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [rows, open, list, onHelp, navigate]);
}
