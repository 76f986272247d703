import { MINUTE_MS, SECOND_MS } from "../../../core/contracts/durations.ts";
import type { MessageContent } from "../../../core/domain/messages/message-content.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { Simulation } from "./lane-sim.ts";

/**
 * The kinds of messages in a schedule, how long their files take to prepare, and whether each chat stays in the order
 * of acceptance.
 */
export interface ModelFiles {
  /** Returns how many messages customers send. */
  count(): number;
  /** Returns the content that a customer sends with this text. */
  contentOf(text: string): MessageContent;
  /**
   * Records that a message was accepted. @param askedAt when the customer sent the request, or null for a repeated
   * request.
   */
  accepted(id: string, askedAt: number | null): void;
  /** Resolves once a message's file has been prepared. */
  prepare(message: MessageRecord): Promise<void>;
  /**
   * Returns what would be wrong if a message were relayed for the first time now, one sentence each. @param all the
   * messages as stored.
   */
  judgeRelay(message: MessageRecord, all: readonly MessageRecord[]): string[];
  /** Returns how much later, in ms, the last message may end than it would without files. */
  allowedMs(): number;
}

const textOf = (text: string): MessageContent => ({ kind: "text", text, link_preview: false, mentions: [] });
const imageOf = (text: string): MessageContent => ({
  kind: "image",
  file: { url: `https://example.com/${encodeURIComponent(text)}.png` },
  mimetype: "image/png",
  filename: null,
  caption: text,
  voice: false,
  mentions: [],
});

/** All messages are texts. */
export const noFiles = (sim: Simulation): ModelFiles => ({
  count: () => sim.between(1, 5),
  contentOf: textOf,
  accepted: () => {},
  prepare: async () => {},
  judgeRelay: () => [],
  allowedMs: () => 0,
});

/** How long a chat waits for a file; slightly less, because the session counts by its own checks. */
const WAITS_MS = MINUTE_MS - 5 * SECOND_MS;
const SLOW_MS = 200 * SECOND_MS;
/** How long a text can wait for everything else without faults. */
const CALM_MS = 2 * MINUTE_MS;

/** Gives some of the messages files: most take some seconds, one or two of a schedule over three minutes. */
export function someFiles(sim: Simulation): ModelFiles {
  const acceptances = new Map<string, { askedAt: number; at: number }>();
  const takes = new Map<string, number>();
  const begunAt = new Map<string, number>();
  let slow = 0;
  /** Across all attempts, because another caption has a file prepared again. */
  let slowMs = 0;
  const isFaultless = !sim.weather.sweeps;

  function timeOf(id: string): number {
    const known = takes.get(id);
    if (known !== undefined) return known;
    const isSlow = slow < 2 && sim.chance(0.15);
    if (isSlow) slow++;
    const ms = isSlow ? SLOW_MS : sim.between(10, 10_000);
    takes.set(id, ms);
    return ms;
  }

  /** Whether a waiting message was accepted before another one was requested, and must not be overtaken by it. */
  function isBefore(earlier: MessageRecord, later: MessageRecord): boolean {
    const [a, b] = [acceptances.get(earlier.id), acceptances.get(later.id)];
    const begun = begunAt.get(earlier.id) ?? sim.now;
    return (
      earlier.person === later.person &&
      earlier.status === "queued" &&
      earlier.step === "waiting" &&
      a !== undefined &&
      b !== undefined &&
      a.at < b.askedAt &&
      sim.now - begun < WAITS_MS
    );
  }

  return {
    count: () => sim.between(3, 8),
    contentOf: (text) => (sim.chance(0.4) ? imageOf(text) : textOf(text)),
    accepted(id, askedAt) {
      if (!acceptances.has(id)) acceptances.set(id, { askedAt: askedAt ?? sim.start, at: sim.now });
    },
    async prepare({ id, type }) {
      if (type !== "image") return;
      if (!begunAt.has(id)) begunAt.set(id, sim.now);
      const ms = timeOf(id);
      if (ms === SLOW_MS) slowMs += ms;
      await new Promise<void>((resolve) => sim.at(sim.now + ms, resolve));
    },
    judgeRelay(message, all) {
      const faults = all
        .filter((earlier) => isBefore(earlier, message))
        .map((earlier) => `${message.id} went before ${earlier.id}, which was accepted earlier (${earlier.row})`);
      const waitedMs = sim.now - (acceptances.get(message.id)?.at ?? sim.now);
      if (isFaultless && message.type === "text" && waitedMs > slow * MINUTE_MS + CALM_MS)
        faults.push(`${message.id} waited ${waitedMs / SECOND_MS} s for files`);
      return faults;
    },
    allowedMs: () => slowMs + MINUTE_MS,
  };
}
