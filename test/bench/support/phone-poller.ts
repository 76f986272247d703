import { setTimeout as pause } from "node:timers/promises";
import { parentPort } from "node:worker_threads";

/** What to look for: a text that `writer` did not write, in the list at `url`, for so long. */
export interface Sought {
  url: string;
  text: string;
  writer: string;
  patienceMs: number;
}

/** When it was there, by `performance.timeOrigin + performance.now()`; null: not in time. */
export interface Seen {
  at: number | null;
}

const now = () => performance.timeOrigin + performance.now();

async function seek({ url, text, writer, patienceMs }: Sought): Promise<Seen> {
  const until = now() + patienceMs;
  while (now() < until) {
    const { data } = (await (await fetch(url)).json()) as { data: { text: string; from: string }[] };
    if (data.some((message) => message.text === text && message.from !== writer)) return { at: now() };
    await pause(1);
  }
  return { at: null };
}

parentPort?.on("message", async (sought: Sought) => parentPort?.postMessage(await seek(sought)));
