import { setTimeout as pause } from "node:timers/promises";
import { anotherAccount } from "../../test/support/another-account.ts";
import type { Call, Gateway } from "../../test/support/gateway.ts";
import { linkNumber } from "../../test/support/linked-number.ts";
import { chanceFrom, pick } from "../chaos/chance.ts";

/** How much load there has been so far. */
export interface LoadCounts {
  in: number;
  out: number;
  reconnects: number;
  /** The number of requests that were refused or failed, by error. */
  refused: Map<string, number>;
}

/** A steady load on a gateway, which runs until it is stopped. */
export interface Load {
  counts: LoadCounts;
  stop(): Promise<void>;
}

/** A number used in the load test, with the people who write to it. */
export interface LoadNumber {
  api: Call;
  instance: string;
  phone: string;
  people: string[];
  group: string;
}

const NUMBERS = 6;
const PEOPLE = 4;
/** The interval between received messages, and between sent messages, in ms, across all numbers. */
const EVERY_MS = 500;
const RECONNECT_EVERY_MS = 240_000;
const FILE_BYTES = [3_000, 60_000, 400_000];
/** The share of messages written in a group. `FILES` is the share of people's messages that are files. */
const IN_GROUP = 0.25;
const FILES = 0.15;

/**
 * Links numbers for the load, each with people and a group. @param hooks receivers for the accounts' webhooks, assigned
 * in rotation. One of them fails.
 */
export async function linkNumbers(gateway: Gateway, hooks: readonly string[]): Promise<LoadNumber[]> {
  const numbers: LoadNumber[] = [];
  for (let n = 0; n < NUMBERS; n++) numbers.push(await numberOf(gateway, n, String(hooks[n % hooks.length])));
  return numbers;
}

/** Keeps the numbers busy: people send texts, files, reactions, edits, and deletions, and the numbers reply. */
export function startLoad(gateway: Gateway, numbers: readonly LoadNumber[], seed: number): Load {
  const chance = chanceFrom(seed);
  const counts: LoadCounts = { in: 0, out: 0, reconnects: 0, refused: new Map() };
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Promise<void>>();
  const track = (work: Promise<void>) => {
    const tracked = work
      .catch((error: unknown) => {
        const said = String(error instanceof Error ? error.message : error).slice(0, 120);
        counts.refused.set(said, (counts.refused.get(said) ?? 0) + 1);
      })
      .finally(() => running.delete(tracked));
    running.add(tracked);
  };

  const talk = async () => {
    for (let n = 0; !signal.aborted; n++) {
      const at = pick(chance, numbers);
      const isInGroup = chance() < IN_GROUP;
      track(write(gateway, counts, { at, chance, isInGroup, n }));
      track(reply(counts, { at, chance, isInGroup, n }));
      await pause(EVERY_MS, undefined, { signal }).catch(() => {});
    }
  };
  const reconnect = async () => {
    while (!signal.aborted) {
      await pause(RECONNECT_EVERY_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await gateway.sandbox("POST", "/faults", { kind: "drop_connections" });
      counts.reconnects++;
    }
  };
  const loops = [talk(), reconnect()];
  return {
    counts,
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      await Promise.all(running);
    },
  };
}

interface Turn {
  at: LoadNumber;
  chance: () => number;
  isInGroup: boolean;
  n: number;
}

async function write(gateway: Gateway, counts: LoadCounts, { at, chance, isInGroup, n }: Turn): Promise<void> {
  const person = pick(chance, at.people);
  const to = isInGroup ? { chat_id: at.group } : { to: at.phone };
  const content =
    chance() < FILES ? { media: fileOf(chance), text: `file ${n}` } : { text: `in ${n} ${"x".repeat(100)}` };
  const path = `/phones/${person}/messages`;
  const written = await gateway.sandbox<{ id: string }>("POST", path, { ...to, ...content });
  if (written.status !== 201) throw new Error(`in: ${written.status} ${JSON.stringify(written.body)}`);
  counts.in++;
  const act = chance();
  const about = `${path}/${written.body.id}`;
  if (act < 0.05) await gateway.sandbox("POST", `${about}/react`, { emoji: "👍" });
  else if (act < 0.08 && !("media" in content)) await gateway.sandbox("POST", `${about}/edit`, { text: `edited ${n}` });
  else if (act < 0.1) await gateway.sandbox("POST", `${about}/delete`, {});
}

async function reply(counts: LoadCounts, { at, chance, isInGroup, n }: Turn): Promise<void> {
  const to = isInGroup ? { chat_id: at.group } : { to: pick(chance, at.people) };
  const content = chance() < FILES / 2 ? { media: fileOf(chance) } : { text: `out ${n}` };
  const sent = await at.api("POST", "/v1/messages", { instance_id: at.instance, ...to, ...content });
  if (sent.status !== 202) throw new Error(`out: ${sent.status} ${JSON.stringify(sent.body)}`);
  counts.out++;
}

const fileOf = (chance: () => number) => ({
  data: Buffer.alloc(pick(chance, FILE_BYTES), String(chance())).toString("base64"),
  mimetype: "text/plain",
  filename: "a.txt",
});

async function numberOf(gateway: Gateway, n: number, hook: string): Promise<LoadNumber> {
  const api = n === 0 ? gateway.api : await anotherAccount(gateway);
  const set = await api("PATCH", "/v1/webhook", { url: hook });
  if (set.status !== 200) throw new Error(`The webhook was refused: ${JSON.stringify(set.body)}`);
  const phone = `5511988${String(7_000 + n).padStart(6, "0")}`;
  const { id: instance } = await linkNumber({ ...gateway, api }, phone, `Number ${n}`);
  const people = Array.from({ length: PEOPLE }, (_, i) => `5511977${String(n * 100 + i).padStart(6, "0")}`);
  for (const person of people) {
    await gateway.sandbox("POST", "/phones", { phone: person, name: `Person ${person}` });
    await gateway.sandbox("PATCH", `/phones/${person}`, { auto_read: true });
    await gateway.sandbox("POST", `/phones/${person}/messages`, { to: phone, text: "Hello" });
  }
  const participants = [phone, ...people.slice(1)];
  const made = await gateway.sandbox<{ chat_id: string }>("POST", "/groups", {
    subject: `Group ${n}`,
    owner: people[0],
    participants,
  });
  if (made.status !== 201) throw new Error(`The group was refused: ${JSON.stringify(made.body)}`);
  return { api, instance, phone, people, group: made.body.chat_id };
}
