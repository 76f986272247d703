import { startReceiver } from "../../support/receiver.ts";
import { spread } from "../measure.ts";
import { ANA, type CountedGateway, SHOP } from "./counted-gateway.ts";
import { TEXT } from "./flows.ts";
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
  try {
    const ways = waysOf(gateway, bot, receiver);
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
    bot.stop();
    await receiver.stop();
  }
}

type Way = Record<"send" | "receive", (text: string) => Promise<number>>;

function waysOf(gateway: CountedGateway, bot: BareBot, receiver: typeof gateway.receiver): Record<keyof Both, Way> {
  const write = (to: string, text: string) => gateway.sandbox("POST", `/phones/${ANA}/messages`, { to, text });
  const timed = async (start: () => Promise<unknown>, isThere: () => Promise<boolean> | boolean): Promise<number> => {
    const begun = performance.now();
    const started = start();
    for (;;) {
      if (await isThere()) break;
      if (performance.now() - begun > PATIENCE_MS) throw new Error("A message did not arrive.");
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const tookMs = performance.now() - begun;
    await started;
    return tookMs;
  };
  const onPhone = (from: string, text: string) => async () => {
    const list = await gateway.sandbox<{ data: { text: string; from: string }[] }>(
      "GET",
      `/phones/${ANA}/messages?chat_id=${from}@s.whatsapp.net`,
    );
    return list.body.data.some((message) => message.text === text && message.from !== ANA);
  };
  let asked = 0;
  const marked = (text: string) => `${text} ${++asked}`;
  return {
    ours: {
      send: (words) => {
        const text = marked(words);
        const body = { instance_id: gateway.instance, to: ANA, text };
        return timed(() => gateway.api("POST", "/v1/messages", body), onPhone(SHOP, text));
      },
      receive: (words) => {
        const text = marked(words);
        const has = () => gateway.receiver.requests.some(({ body }) => body.includes(text));
        return timed(() => write(SHOP, text), has);
      },
    },
    bare: {
      send: (words) => {
        const text = marked(words);
        return timed(() => bot.send(ANA, text), onPhone(BOT, text));
      },
      receive: (words) => {
        const text = marked(words);
        return timed(
          () => write(BOT, text),
          () => receiver.requests.some(({ body }) => body.includes(text)),
        );
      },
    },
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
