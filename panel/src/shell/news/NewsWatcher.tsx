import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import { instancesQuery } from "../../api/instances.ts";
import { useWaiting } from "../../api/news.ts";
import { paths } from "../../paths.ts";
import { useZone } from "../../ui/use-zone.ts";
import { useWords } from "../../words/use-words.ts";
import { useAccount, useMe } from "../use-me.ts";
import { registerWorker } from "./install.ts";
import { isQuietAt, newsSettingsOf } from "./news-settings.ts";
import { playSound, showNotice } from "./show-notice.ts";
import { useNews } from "./use-news.ts";

const BODY_MAX_CHARS = 120;

/** Notifies the user of new messages through the tab's icon, a notification and a sound. Renders nothing. */
export function NewsWatcher() {
  const t = useWords("common");
  const navigate = useNavigate();
  const account = useAccount();
  const { user } = useMe();
  const zone = useZone();
  const waiting = useWaiting();
  const numbers = useQuery({ ...instancesQuery(), enabled: false }).data ?? [];
  const isFirstTab = useFirstTab();
  useEffect(registerWorker, []);
  useEffect(() => {
    document.querySelector("link[rel=icon]")?.setAttribute("href", waiting > 0 ? "/icon-waiting.svg" : "/icon.svg");
  }, [waiting]);

  useNews(account?.status === "active", (chat: Chat) => {
    const settings = newsSettingsOf(user.id);
    const time = new Date().toLocaleTimeString("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
    if (!isFirstTab.current || settings.silent.includes(chat.instance_id) || isQuietAt(settings, time)) return;
    const url = paths.chat(chat.instance_id, chat.id);
    const isLookedAt = document.visibilityState === "visible" && location.pathname === url;
    if (isLookedAt) return;
    if (settings.sound) playSound();
    if (!settings.notify) return;
    const number = numbers.length > 1 ? numbers.find(({ id }) => id === chat.instance_id)?.name : undefined;
    const who = chat.name ?? (chat.phone === null ? t("newMessage") : `+${chat.phone}`);
    const body = chat.last_message?.body ?? t("newMessage");
    void showNotice(
      {
        title: number ? `${who} · ${number}` : who,
        body: [...body].slice(0, BODY_MAX_CHARS).join(""),
        tag: `${chat.instance_id} ${chat.id}`,
        url,
      },
      () => void navigate({ to: url }),
    );
  });
  return null;
}

/**
 * Whether this tab is the one that notifies the user when several tabs are open. In browsers without the Web Locks API,
 * every tab does.
 */
function useFirstTab() {
  const isFirst = useRef(!navigator.locks);
  useEffect(() => {
    const stop = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    navigator.locks
      ?.request("news", { signal: stop.signal }, () => {
        isFirst.current = true;
        return promise;
      })
      .catch(() => undefined); // the page was left before it was this tab's turn
    return () => {
      isFirst.current = !navigator.locks;
      stop.abort();
      resolve();
    };
  }, []);
  return isFirst;
}
