import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { spread } from "../measure.ts";
import { ANA, type CountedGateway, SHOP } from "./counted-gateway.ts";
import { TEXT } from "./flows.ts";
import type { Seen, Sought } from "./phone-poller.ts";
import { childNamed, processorMs } from "./process-time.ts";
import { type BareBot, startBareBot } from "./start-bare-bot.ts";

const BOT = "5511988880009";
/** Rounds of one message each way through both; the first ones fill caches and are not counted. */
const ROUNDS = 60;
const WARM = 10;
/** Messages of one burst, whose processor time is measured together. */
const BURST = 60;
const PATIENCE_MS = 20_000;

interface Both {
  ours: number;
  bare: number;
}

/** The gateway and the bare library side by side. Milliseconds. */
export interface Latency {
  rows: { what: string; p50: Both; p95: Both }[];
  processor: ({ what: string } & Both)[];
}

/** Sends and receives through both in turn. */
export async function measureLatency(gateway: CountedGateway): Promise<Latency> {
  const receiver = await startReceiver();
  await gateway.sandbox("POST", "/phones", { phone: BOT, name: "Bot" });
  const bot = await startBareBot({
    network: gateway.network,
    sandbox: gateway.sandbox,
    phone: BOT,
    receiverUrl: receiver.url,
  });
  const phone = anasPhone(gateway.sandboxUrl);
  try {
    const ways = waysOf(gateway, bot, receiver, phone);
    const times = {
      out: { ours: [] as number[], bare: [] as number[] },
      in: { ours: [] as number[], bare: [] as number[] },
    };
    for (let round = -WARM; round < ROUNDS; round++) {
      // Who goes first changes: what the one leaves behind must not always meet the other.
      const order = round % 2 === 0 ? (["ours", "bare"] as const) : (["bare", "ours"] as const);
      for (const who of order) {
        const received = await ways[who].receive(`${TEXT} ${round}`);
        const sent = await ways[who].send(`${TEXT} ${round}`);
        if (round < 0) continue;
        times.in[who].push(received);
        times.out[who].push(sent);
      }
    }
    const row = (what: string, both: { ours: number[]; bare: number[] }) => {
      const [ours, bare] = [spread(both.ours), spread(both.bare)];
      return { what, p50: { ours: ours.p50, bare: bare.p50 }, p95: { ours: ours.p95, bare: bare.p95 } };
    };
    const pids = { ours: childNamed("session-service/main"), bare: bot.pid };
    return {
      rows: [row("API → person's phone", times.out), row("person → webhook", times.in)],
      processor: [
        { what: "a sent text", ...(await processorOf(pids, (who, n) => ways[who].send(`Burst ${n}`))) },
        { what: "a received text", ...(await processorOf(pids, (who, n) => ways[who].receive(`Burst ${n}`))) },
      ],
    };
  } finally {
    await phone.stop();
    bot.stop();
    await receiver.stop();
  }
}

type Way = Record<"send" | "receive", (text: string) => Promise<number>>;

const now = () => performance.timeOrigin + performance.now();

/** Looks at Ana's phone from a thread of its own: looking must not slow down what is measured. */
function anasPhone(sandboxUrl: string) {
  const poller = new Worker(new URL("./phone-poller.ts", import.meta.url));
  return {
    /** When it was there. @throws when it does not come. */
    async shows(text: string, from: string): Promise<number> {
      const url = `${sandboxUrl}/phones/${ANA}/messages?chat_id=${from}@s.whatsapp.net`;
      const seen = once(poller, "message") as Promise<[Seen]>;
      poller.postMessage({ url, text, writer: ANA, patienceMs: PATIENCE_MS } satisfies Sought);
      const [{ at }] = await seen;
      if (at === null) throw new Error("A message did not arrive.");
      return at;
    },
    stop: () => poller.terminate(),
  };
}

function waysOf(
  gateway: CountedGateway,
  bot: BareBot,
  receiver: Receiver,
  phone: ReturnType<typeof anasPhone>,
): Record<keyof Both, Way> {
  const write = (to: string, text: string) => gateway.sandbox("POST", `/phones/${ANA}/messages`, { to, text });
  let asked = 0;
  const marked = (text: string) => `${text} ${++asked}`;
  const sending = (from: string, start: (text: string) => Promise<unknown>) => async (words: string) => {
    const text = marked(words);
    const begun = now();
    const [at] = await Promise.all([phone.shows(text, from), start(text)]);
    return at - begun;
  };
  const receiving = (to: string, posted: Receiver) => async (words: string) => {
    const text = marked(words);
    const begun = now();
    const started = write(to, text);
    while (!posted.requests.some(({ body }) => body.includes(text))) {
      if (now() - begun > PATIENCE_MS) throw new Error("A message did not arrive.");
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const tookMs = now() - begun;
    await started;
    return tookMs;
  };
  return {
    ours: {
      send: sending(SHOP, (text) =>
        gateway.api("POST", "/v1/messages", { instance_id: gateway.instance, to: ANA, text }),
      ),
      receive: receiving(SHOP, gateway.receiver),
    },
    bare: { send: sending(BOT, (text) => bot.send(ANA, text)), receive: receiving(BOT, receiver) },
  };
}

/** Processor milliseconds a message, without what the process uses when nothing happens. */
async function processorOf(pids: Both, work: (who: keyof Both, n: number) => Promise<unknown>): Promise<Both> {
  const used: Both = { ours: 0, bare: 0 };
  for (const who of ["ours", "bare"] as const) {
    const before = processorMs(pids[who]);
    for (let n = 0; n < BURST; n++) await work(who, n);
    used[who] = (processorMs(pids[who]) - before) / BURST;
  }
  return used;
}
