import { useEffect, useRef, useState } from "react";
import { LIMITS } from "../../../../../core/contracts/limits.ts";
import type { Message } from "../../../../../core/contracts/message.ts";
import { pagesOf, type ReadSoFar } from "../../../api/pages-of.ts";
import { type FindKind, isFound } from "../rules/find-in-chat.ts";

/** After this many hits or pages, a search pauses until the user asks for more. */
const HITS_MAX = 50;
const PAGES_MAX = 20;

/** The progress of a search. */
export interface Finding {
  state: "searching" | "paused" | "done" | "failed";
  kind: FindKind;
  hits: readonly Message[];
  /** The number of messages searched so far. */
  read: number;
  /** The time of the oldest message searched so far, or null at the start. */
  back: string | null;
  error: unknown;
}

const NOTHING: Omit<Finding, "kind"> = { state: "searching", hits: [], read: 0, back: null, error: null };

/**
 * Searches a chat's 30 stored days page by page, newest first. The search can be stopped at any time and resumed at the
 * same position.
 */
export function useFind(instance: string, chat: string) {
  const [finding, setFinding] = useState<Finding | null>(null);
  const run = useRef<(ReadSoFar & { stop: AbortController; kind: FindKind; search: string }) | null>(null);
  useEffect(() => () => run.current?.stop.abort(), []);

  async function walk(from: Finding): Promise<void> {
    const now = run.current;
    if (!now) return;
    let found: Finding = { ...from, state: "searching", error: null };
    setFinding(found);
    const wanted = found.hits.length + HITS_MAX;
    const request = { at: { id: instance, chat }, query: { limit: LIMITS.historyPageMax }, signal: now.stop.signal };
    const pagesMax = now.pages + PAGES_MAX;
    try {
      for await (const { data, next } of pagesOf("chats.history", request, now)) {
        now.next = next;
        now.pages++;
        found = {
          ...found,
          hits: [...found.hits, ...data.filter((one) => one.deleted_at === null && isFound(one, now.kind, now.search))],
          read: found.read + data.length,
          back: data.at(-1)?.created_at ?? found.back,
        };
        if (next === null) return setFinding({ ...found, state: "done" });
        if (now.pages >= pagesMax || found.hits.length >= wanted) break;
        setFinding(found);
      }
    } catch (error) {
      return setFinding(now.stop.signal.aborted ? { ...found, state: "paused" } : { ...found, state: "failed", error });
    }
    setFinding({ ...found, state: "paused" });
  }

  function start(kind: FindKind, search: string): void {
    run.current?.stop.abort();
    run.current = { stop: new AbortController(), next: null, pages: 0, kind, search };
    void walk({ ...NOTHING, kind });
  }
  function goOn(): void {
    if (!finding || !run.current) return;
    run.current = { ...run.current, stop: new AbortController() };
    void walk(finding);
  }
  return { finding, start, stop: () => run.current?.stop.abort(), goOn };
}
