import { useEffect, useRef, useState } from "react";
import { LIMITS } from "../../../../../core/contracts/limits.ts";
import type { Message } from "../../../../../core/contracts/message.ts";
import { callPage } from "../../../api/call.ts";
import { type FindKind, isFound } from "../rules/find-in-chat.ts";

/** A search pauses after this many hits or pages, until the person wants more. */
const HITS_MAX = 50;
const PAGES_MAX = 20;

/** How far a search has come. */
export interface Finding {
  state: "searching" | "paused" | "done" | "failed";
  hits: readonly Message[];
  /** Messages that were searched. */
  read: number;
  /** When the oldest of them was written; null: none yet. */
  back: string | null;
  error: unknown;
}

const NOTHING: Finding = { state: "searching", hits: [], read: 0, back: null, error: null };

/** Searches a chat's 30 days page by page, newest first. It can be stopped at any time and then goes on from there. */
export function useFind(instance: string, chat: string) {
  const [finding, setFinding] = useState<Finding | null>(null);
  const run = useRef<{ stop: AbortController; next: string | null; kind: FindKind; search: string } | null>(null);
  useEffect(() => () => run.current?.stop.abort(), []);

  async function walk(from: Finding): Promise<void> {
    const now = run.current;
    if (!now) return;
    let found: Finding = { ...from, state: "searching", error: null };
    setFinding(found);
    const wanted = found.hits.length + HITS_MAX;
    for (let page = 0; page < PAGES_MAX && found.hits.length < wanted; page++) {
      try {
        const request = { at: { id: instance, chat }, query: { limit: LIMITS.historyPageMax } };
        const { data, next } = await callPage("chats.history", now.next, { ...request, signal: now.stop.signal });
        now.next = next;
        found = {
          ...found,
          hits: [...found.hits, ...data.filter((one) => one.deleted_at === null && isFound(one, now.kind, now.search))],
          read: found.read + data.length,
          back: data.at(-1)?.created_at ?? found.back,
        };
        if (next === null) return setFinding({ ...found, state: "done" });
        setFinding(found);
      } catch (error) {
        return setFinding(
          now.stop.signal.aborted ? { ...found, state: "paused" } : { ...found, state: "failed", error },
        );
      }
    }
    setFinding({ ...found, state: "paused" });
  }

  function start(kind: FindKind, search: string): void {
    run.current?.stop.abort();
    run.current = { stop: new AbortController(), next: null, kind, search };
    void walk(NOTHING);
  }
  function goOn(): void {
    if (!finding || !run.current) return;
    run.current = { ...run.current, stop: new AbortController() };
    void walk(finding);
  }
  return { finding, start, stop: () => run.current?.stop.abort(), goOn };
}
