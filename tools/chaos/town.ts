import { otherForm } from "../../core/domain/messages/written-forms.ts";
import { eventually } from "../../test/support/eventually.ts";
import { type Call, type Gateway, startGateway, temporaryFolder } from "../../test/support/gateway.ts";
import { inbox, linkNumber } from "../../test/support/linked-number.ts";
import { type Account, type Event, openAccounts } from "./accounts.ts";
import { patiently } from "./patiently.ts";

type Json = Record<string, unknown>;

/** A linked number and the person with whom it exchanges messages. */
export interface Pair {
  /** The API client of the number's account. */
  api: Call;
  instance: string;
  phone: string;
  person: string;
  /** The person's number as the API client writes it. Half of the clients write the number's other form. */
  asked: string;
}

/** A message that the API accepted, with the times of its first request and of the response, in ms. */
export interface Accepted {
  text: string;
  pair: Pair;
  askedAt: number;
  answeredAt: number;
}

/** A gateway with several session processes, and numbers that have each already exchanged messages with one person. */
export interface Town {
  gateway: Gateway;
  pairs: Pair[];
  accounts: Account[];
  /** The messages that the API accepted, by ID. */
  accepted: Map<string, Accepted>;
  /** The texts written by people, mapped to their recipients. */
  written: Map<string, Pair>;
  /** Sends through the API like a careful client, which retries with the same key until it gets a response. */
  send(pair: Pair, text: string, key?: string): Promise<void>;
  write(pair: Pair, text: string): Promise<void>;
  /** Returns all events so far. */
  events(): Promise<Event[]>;
  /** Returns all outgoing messages that the API lists. */
  listed(): Promise<Json[]>;
  /** Returns all messages, in both directions, that the API lists for an account. */
  listedBy(account: Account): Promise<Json[]>;
  /** Returns the number's messages on a person's phone. */
  shownTo(pair: Pair): Promise<string[]>;
  end(): Promise<void>;
}

const number = (n: number) => String(n).padStart(2, "0");
/** The statuses after which a careful client tries again. */
const AGAIN = new Set([429, 500, 502, 503, 504]);
const LINKED_AT_ONCE = 3;
const PER_ACCOUNT = 15;

/** Starts a town. Each person sends the first message, so the numbers only send replies, which aren't held back. */
export async function startTown(numbers: number, processes: number, env: Record<string, string> = {}): Promise<Town> {
  const folder = temporaryFolder();
  const gateway = await startGateway(folder.path, { EPHEMERAL: "1", SESSION_PROCESSES: String(processes), ...env });
  const accepted: Town["accepted"] = new Map();
  const written: Town["written"] = new Map();
  // Each account's plan includes only a limited number of instances.
  const accounts = await openAccounts(gateway, Math.ceil(numbers / PER_ACCOUNT));

  const town: Town = {
    gateway,
    pairs: [],
    accounts,
    accepted,
    written,
    async send(pair, text, key = `key ${text}`) {
      const askedAt = performance.now();
      for (;;) {
        const body = { instance_id: pair.instance, to: pair.asked, text };
        const answer = await pair
          .api<{ data: Json }>("POST", "/v1/messages", body, { "idempotency-key": key })
          .catch(() => null);
        if (answer?.status === 202 || answer?.status === 200) {
          accepted.set(String(answer.body.data.id), { text, pair, askedAt, answeredAt: performance.now() });
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
      for (const account of accounts) await account.poll();
      return accounts.flatMap(({ polled }) => polled);
    },
    async listed() {
      return (await Promise.all(accounts.map(({ api }) => listAll(api, "&direction=out")))).flat();
    },
    listedBy: ({ api }) => listAll(api),
    async shownTo(pair) {
      return (await inbox(gateway, pair.person))
        .filter((message) => message.from === pair.phone)
        .map((message) => String(message.text));
    },
    async end() {
      await Promise.allSettled(accounts.map(({ follower }) => follower.stop()));
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
  const person = `55119777700${number(n)}`;
  const pair = { api, instance: id, phone, person, asked: (n % 2 === 1 && otherForm(person)) || person };
  await gateway.sandbox("POST", "/phones", { phone: pair.person, name: `Person ${n}` });
  await write(pair, `first word to ${n}`);
  await eventually("the person to be known", async () => {
    const path = `/v1/messages?instance_id=${id}&direction=in`;
    return (await patiently(() => api<{ data: Json[] }>("GET", path))).data.length > 0;
  });
  return pair;
}

/** Returns the messages on all pages of the API's list. @param query additional query parameters for the list. */
async function listAll(api: Call, query = ""): Promise<Json[]> {
  const found: Json[] = [];
  for (let path: string | null = `/v1/messages?limit=100${query}`; path !== null; ) {
    const at: string = path;
    const page = await patiently(() => api<{ data: Json[]; links: { next: string | null } }>("GET", at));
    found.push(...page.data);
    const next = page.links.next === null ? null : new URL(page.links.next);
    path = next && `${next.pathname}${next.search}`;
  }
  return found;
}

/** Sends a signal to a process that may have exited. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has exited in the meantime.
  }
}
