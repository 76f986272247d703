import type { QueryClient } from "@tanstack/react-query";
import type { HintArea, HintFrame } from "../../../../core/contracts/panel/hints.ts";
import type { Live } from "../../../../core/contracts/panel/live.ts";
import { PANEL_LIMITS } from "../../../../core/contracts/panel/panel-limits.ts";
import { HINTS_PATH } from "../../../../core/contracts/sockets.ts";
import { hearingKey, liveEveryMs } from "../../api/news.ts";
import { type Key, keyOf, partOf } from "../../api/query.ts";
import { type Paced, paced } from "./paced.ts";

/**
 * How long a connection may stay silent before it is considered dead. The gateway sends something every ten seconds.
 */
const SILENT_MS = 2.5 * PANEL_LIMITS.hintCheckSec * 1000;
const RETRY_MS = 3_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/**
 * While the page is visible, listens on a WebSocket for change notices. On each notice, the page fetches the changes as
 * usual. If the connection fails or closes, it is reopened later, and the page polls at its usual pace in the meantime.
 * @returns a function that stops listening.
 */
export function hearChanges(queries: QueryClient): () => void {
  const askers = changeAskers(queries);
  let socket: WebSocket | null = null;
  let failures = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const hear = (isHearing: boolean) => queries.setQueryData<boolean>(hearingKey(), isHearing);

  function connect(): void {
    clearTimeout(retry);
    if (socket !== null || document.hidden) return;
    const own = new WebSocket(`${location.origin.replace(/^http/, "ws")}${HINTS_PATH}`);
    socket = own;
    watch(own);
    own.onclose = () => lost(own);
    own.onmessage = ({ data }) => {
      if (socket !== own) return;
      watch(own);
      const frame = JSON.parse(String(data)) as HintFrame; // as the gateway writes it
      if (frame.kind === "ping") failures = 0; // it has lasted
      if (frame.kind === "open") hear(true);
      // Changes made before the connection opened went unnoticed, so everything is fetched once.
      if (frame.kind === "open") askers.tell(["chats", "notes"]);
      if (frame.kind === "changed") askers.tell(frame.areas);
    };
  }

  function watch(own: WebSocket): void {
    clearTimeout(silence);
    silence = setTimeout(() => lost(own), SILENT_MS);
  }

  function leave(): void {
    const left = socket;
    socket = null;
    clearTimeout(silence);
    clearTimeout(retry);
    askers.stop(); // the page asks at its own pace again
    left?.close();
    hear(false);
  }

  function lost(own: WebSocket): void {
    if (socket !== own) return;
    leave();
    const delay = Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** failures++);
    // The random factor keeps pages from all reconnecting at the same moment after a gateway restart.
    retry = setTimeout(connect, delay * (1 + Math.random()));
  }

  const onVisibility = () => (document.hidden ? leave() : connect());
  document.addEventListener("visibilitychange", onVisibility);
  connect();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    leave();
  };
}

/** Refetches the data in use on the page when notified of a change, but never more often than polling would. */
function changeAskers(queries: QueryClient) {
  const askers = new Map<string, Paced>();
  const notes = partOf("notes.list", {});
  const askerOf = (hash: string, key: Key, everyMs: () => number, atOnce?: number): Paced => {
    const known = askers.get(hash);
    if (known) return known;
    const asker = paced(() => queries.refetchQueries({ queryKey: key, type: "active" }), everyMs, atOnce);
    askers.set(hash, asker);
    return asker;
  };
  function tellChats(): void {
    askerOf("quiet", keyOf("panel.quiet", {}), () => PANEL_LIMITS.newsEverySec * 1000, 1).tell();
    const live = partOf("panel.live", {});
    for (const { queryKey, queryHash } of queries.getQueryCache().findAll({ queryKey: live, type: "active" })) {
      const hasThread = queryKey[3] !== null; // as use-live.ts builds it
      askerOf(queryHash, queryKey, () => liveEveryMs(hasThread, queries.getQueryData<Live>(queryKey))).tell();
    }
  }
  return {
    tell(areas: readonly HintArea[]): void {
      if (areas.includes("chats")) tellChats();
      if (areas.includes("notes")) askerOf("notes", notes, () => PANEL_LIMITS.liveEverySec * 1000).tell();
    },
    stop: () => {
      for (const asker of askers.values()) asker.stop();
    },
  };
}
