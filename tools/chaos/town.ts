import { anotherAccount } from "../../test/support/another-account.ts";
import { eventually } from "../../test/support/eventually.ts";
import { type Call, type Gateway, startGateway, temporaryFolder } from "../../test/support/gateway.ts";
import { inbox, linkNumber } from "../../test/support/linked-number.ts";

type Json = Record<string, unknown>;

/** A linked number and the person with whom it exchanges messages. */
export interface Pair {
  /** The API client of the number's account. */
  api: Call;
  instance: string;
  phone: string;
  person: string;
}

/** An event as returned by polling. */
export interface Event {
  id: string;
  type: string;
  data: Json;
}

/** A gateway with several session processes, and numbers that have each exchanged messages with one person already. */
export interface Town {
  gateway: Gateway;
  pairs: Pair[];
  /** Messages accepted by the API: message id -> its text and recipient. */
  accepted: Map<string, { text: string; pair: Pair }>;
  /** Texts written by people: text -> recipient. */
  written: Map<string, Pair>;
  /** Sends through the API like a careful client, which retries with the same key until it gets an answer. */
  send(pair: Pair, text: string, key?: string): Promise<void>;
  write(pair: Pair, text: string): Promise<void>;
  /** Returns all events so far. */
  events(): Promise<Event[]>;
  /** Returns every outgoing message that the API lists. */
  listed(): Promise<Json[]>;
  /** Returns the number's messages on a person's phone. */
  shownTo(pair: Pair): Promise<string[]>;
  end(): Promise<void>;
}

const number = (n: number) => String(n).padStart(2, "0");
/** The statuses after which a careful client tries again. */
const AGAIN = new Set([429, 500, 502, 503, 504]);
const LINKED_AT_ONCE = 3;
const PER_ACCOUNT = 15;

interface EventPage {
  data: Event[];
  next_after: string | null;
  has_more: boolean;
}

/** Starts a town. Each person writes first, so the numbers only send replies, which aren't held back. */
export async function startTown(numbers: number, processes: number, env: Record<string, string> = {}): Promise<Town> {
  const folder = temporaryFolder();
  const gateway = await startGateway(folder.path, { EPHEMERAL: "1", SESSION_PROCESSES: String(processes), ...env });
  const accepted: Town["accepted"] = new Map();
  const written: Town["written"] = new Map();
  const accounts = await accountsFor(gateway, numbers);
  const seen: Event[] = [];

  const town: Town = {
    gateway,
    pairs: [],
    accepted,
    written,
    async send(pair, text, key = `key ${text}`) {
      for (;;) {
        const body = { instance_id: pair.instance, to: pair.person, text };
        const answer = await pair
          .api<{ data: Json }>("POST", "/v1/messages", body, { "idempotency-key": key })
          .catch(() => null);
        if (answer?.status === 202 || answer?.status === 200) {
          accepted.set(String(answer.body.data.id), { text, pair });
          return;
        }
        if (answer && !AGAIN.has(answer.status)) {
          throw new Error(`A send was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    },
    async write(pair, text) {
      const answer = await gateway.sandbox("POST", `/phones/${pair.person}/messages`, { to: pair.phone, text });
      if (answer.status !== 201) throw new Error(`A person could not write: ${JSON.stringify(answer.body)}`);
      written.set(text, pair);
    },
    async events() {
      for (const account of accounts) {
        for (let more = true; more; ) {
          const path: string = `/v1/events?limit=100${account.after === null ? "" : `&after=${account.after}`}`;
          const page = await patiently(() => account.api<EventPage>("GET", path));
          seen.push(...page.data);
          account.after = page.next_after ?? account.after;
          more = page.has_more;
        }
      }
      return seen;
    },
    async listed() {
      const found: Json[] = [];
      for (const { api } of accounts) {
        for (let path: string | null = "/v1/messages?direction=out&limit=100"; path !== null; ) {
          const at: string = path;
          const page = await patiently(() => api<{ data: Json[]; links: { next: string | null } }>("GET", at));
          found.push(...page.data);
          const next = page.links.next === null ? null : new URL(page.links.next);
          path = next && `${next.pathname}${next.search}`;
        }
      }
      return found;
    },
    async shownTo(pair) {
      return (await inbox(gateway, pair.person))
        .filter((message) => message.from === pair.phone)
        .map((message) => String(message.text));
    },
    async end() {
      for (const pid of gateway.sessionPids()) signal(pid, "SIGCONT");
      await gateway.stop();
      folder.remove();
    },
  };
  try {
    const accountOf = (n: number) => accounts[Math.floor(n / PER_ACCOUNT)]?.api ?? gateway.api;
    const left = Array.from({ length: numbers }, (_, n) => n);
    const link = async () => {
      for (let n = left.shift(); n !== undefined; n = left.shift())
        town.pairs.push(await pairOf(town, accountOf(n), n));
    };
    await Promise.all(Array.from({ length: LINKED_AT_ONCE }, link));
    return town;
  } catch (error) {
    await town.end();
    throw error;
  }
}

async function pairOf({ gateway, write }: Town, api: Call, n: number): Promise<Pair> {
  const { id, phone } = await linkNumber({ ...gateway, api }, `55119888800${number(n)}`, `Shop ${n}`);
  const pair = { api, instance: id, phone, person: `55119777700${number(n)}` };
  await gateway.sandbox("POST", "/phones", { phone: pair.person, name: `Person ${n}` });
  await write(pair, `first word to ${n}`);
  await eventually("the person to be known", async () => {
    const path = `/v1/messages?instance_id=${id}&direction=in`;
    return (await patiently(() => api<{ data: Json[] }>("GET", path))).data.length > 0;
  });
  return pair;
}

/** Creates as many accounts as the numbers need, because the places in a plan are limited. */
async function accountsFor(gateway: Gateway, numbers: number): Promise<{ api: Call; after: string | null }[]> {
  const accounts: { api: Call; after: string | null }[] = [{ api: gateway.api, after: null }];
  while (accounts.length * PER_ACCOUNT < numbers) accounts.push({ api: await anotherAccount(gateway), after: null });
  return accounts;
}

/** Repeats a request until it is answered, because a busy table may refuse it. @throws after a minute. */
async function patiently<T>(ask: () => Promise<{ status: number; body: T }>): Promise<T> {
  return eventually(
    "an answer of the API",
    async () => {
      const answer = await ask().catch(() => null);
      return answer?.status === 200 ? answer.body : null;
    },
    120_000,
  );
}

/** Sends a signal to a process that may have exited already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has exited in the meantime.
  }
}
