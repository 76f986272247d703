import { eventually } from "../../test/support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../../test/support/gateway.ts";
import { type Receiver, startReceiver } from "../../test/support/receiver.ts";
import { readers, type WrittenNumber, writtenNumbers } from "./machine/numbers.ts";
import { inParallel } from "./measure.ts";
import { TEXT } from "./support/flows.ts";
import { processesBelow, processorMs } from "./support/process-time.ts";
import { number, type PartReport, type Target, tableOf, targetTable } from "./support/report.ts";
import { type BareBot, startBareBot } from "./support/start-bare-bot.ts";

/** How many texts one number sends in a row. Stays below an account's per-minute limit. */
const ALONE = Number(process.env.BENCH_MACHINE_SENDS ?? 400);
/** The total number of texts sent from ten numbers. */
const TOGETHER = ALONE * 2;
const TEN = 10;
const WARM = 40;
const AT_ONCE = 16;
/** The number of webhooks per message: sent, delivered, read. */
const WEBHOOKS = 3;
const PATIENCE_MS = 600_000;
/**
 * The minimum throughput with one number and with ten, as a percentage of what the bare library sends per second in the
 * same run.
 */
const LEAST_SHARE = { one: 25, ten: 40 };
/** The maximum CPU time of all gateway processes, as a multiple of the bare library's. */
const MOST_TIME = 5.4;

/**
 * How fast messages are sent. With the bare library, this is measured until the network has accepted them; with the
 * gateway, until the last webhook.
 */
interface Throughput {
  perSecond: number;
  /** The CPU time per message, by process. */
  cpuMs: Record<string, number>;
}

/**
 * `npm run bench -w tools -- machine`: compares the whole gateway on a single machine, as `npm start` runs it, with the
 * library alone.
 */
export async function measureMachine(): Promise<PartReport> {
  const folder = temporaryFolder();
  const receiver = await startReceiver();
  const extra = process.env.BENCH_MACHINE_ENV ? (JSON.parse(process.env.BENCH_MACHINE_ENV) as object) : {};
  // Pacing is off and the embedded table doesn't simulate conflicts, because this measures work rather than waiting.
  // Enforced rights and debug logs are used only in tests, not by `npm start`.
  const asStarted = { RIGHTS: "0", LOG_LEVEL: "info" };
  const gateway = await startGateway(folder.path, { PACE: "0.0001", TABLE_CONFLICTS: "0", ...asStarted, ...extra });
  try {
    const one = await ours(gateway, receiver, await writtenNumbers(gateway, 1, receiver.url), ALONE);
    const ten = await ours(gateway, receiver, await writtenNumbers(gateway, TEN, receiver.url), TOGETHER);
    const bareOne = await bare(gateway, receiver, 1, ALONE);
    const bareTen = await bare(gateway, receiver, TEN, TOGETHER);
    return reportOf({ one, ten, bareOne, bareTen });
  } finally {
    await gateway.stop();
    await receiver.stop();
    folder.remove();
  }
}

async function ours(gateway: Gateway, receiver: Receiver, numbers: WrittenNumber[], sends: number) {
  const send = async (n: number) => {
    const from = numbers[n % numbers.length];
    if (!from) throw new Error("No number is linked.");
    const to = from.people[Math.floor(n / numbers.length) % from.people.length];
    const answer = await from.api("POST", "/v1/messages", { instance_id: from.instance, to, text: `${TEXT} ${n}` });
    if (answer.status !== 202) throw new Error(`A send was refused: ${JSON.stringify(answer.body)}`);
  };
  const settled = () => gateway.sandbox("POST", "/clock", { advance_seconds: 3 });
  const all = async (count: number) => {
    const before = receiver.requests.length;
    await inParallel(count, AT_ONCE, send);
    const came = () => receiver.requests.length - before >= count * WEBHOOKS;
    await eventually("every webhook", came, PATIENCE_MS);
  };
  await settled();
  await all(WARM);
  await settled();
  const [session] = gateway.sessionPids();
  const processes = Object.fromEntries(
    processesBelow(gateway.pid).map(({ pid, command }) => [
      pid === gateway.pid ? "API, functions, AWS" : pid === session ? "sessions" : nameOf(command),
      pid,
    ]),
  );
  return measured(processes, sends, () => all(sends));
}

const nameOf = (command: string) => (command.includes("network") ? "network" : command);

/** Sends the same texts from bots that use only the library. Each bot has its own number and people. */
async function bare(gateway: Gateway, receiver: Receiver, count: number, sends: number): Promise<Throughput> {
  const bots: { bot: BareBot; people: string[] }[] = [];
  for (let n = 0; n < count; n++) {
    const phone = `5511977${String(count * 1_000 + n).padStart(6, "0")}`;
    await gateway.sandbox("POST", "/phones", { phone, name: "Bot" });
    const { network, sandbox } = gateway;
    const bot = await startBareBot({ network, sandbox, phone, receiverUrl: receiver.url });
    bots.push({ bot, people: await readers(gateway, phone, count * 200_000 + n * 100) });
  }
  try {
    const send = async (n: number) => {
      const from = bots[n % count];
      const to = from?.people[Math.floor(n / count) % from.people.length];
      if (!from || to === undefined) throw new Error("No bot is linked.");
      await from.bot.send(to, `${TEXT} ${n}`);
    };
    await inParallel(WARM * count, AT_ONCE, send);
    const processes = Object.fromEntries(bots.map(({ bot }, n) => [`bot ${n}`, bot.pid]));
    const { perSecond, cpuMs } = await measured(processes, sends, () => inParallel(sends, AT_ONCE, send));
    return { perSecond, cpuMs: { "bare library": sum(cpuMs) } };
  } finally {
    for (const { bot } of bots) bot.stop();
  }
}

async function measured(processes: Record<string, number>, sends: number, work: () => Promise<unknown>) {
  const before = Object.entries(processes).map(([name, pid]) => ({ name, pid, ms: processorMs(pid) }));
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1_000;
  const cpuMs = Object.fromEntries(before.map(({ name, pid, ms }) => [name, (processorMs(pid) - ms) / sends]));
  return { perSecond: sends / seconds, cpuMs };
}

const sum = (parts: Record<string, number>) => Object.values(parts).reduce((all, one) => all + one, 0);

function reportOf(found: Record<"one" | "ten" | "bareOne" | "bareTen", Throughput>): PartReport {
  const { one, ten, bareOne, bareTen } = found;
  const share = (mine: Throughput, its: Throughput) => (mine.perSecond / its.perSecond) * 100;
  const targets: Target[] = [
    {
      what: "one number: sends per second, compared with the bare library",
      measured: share(one, bareOne),
      limit: LEAST_SHARE.one,
      unit: "%",
      atLeast: true,
    },
    {
      what: "ten numbers: sends per second, compared with the bare library",
      measured: share(ten, bareTen),
      limit: LEAST_SHARE.ten,
      unit: "%",
      atLeast: true,
    },
  ];
  for (const [what, mine, its] of [
    ["one number", one, bareOne],
    ["ten numbers", ten, bareTen],
  ] as const) {
    const measured = sum(mine.cpuMs) / sum(its.cpuMs);
    const of = "processor time of a send over all processes, compared with the bare library";
    targets.push({ what: `${what}: ${of}`, measured, limit: MOST_TIME, unit: "×" });
  }
  const row = (what: string, { perSecond, cpuMs }: Throughput) => [
    what,
    perSecond,
    sum(cpuMs),
    Object.entries(cpuMs)
      .map(([name, ms]) => `${name} ${number(ms)}`)
      .join(", "),
  ];
  return {
    targets,
    body: [
      "The gateway runs as with `npm start`, with everything stored on disk, on one machine with the simulated network, the people's phones, the " +
        `webhook receiver and this benchmark. It sends ${ALONE} replies from one number, then ${TOGETHER} from ten, ${AT_ONCE} requested at once, each ` +
        "with three webhooks (sent, delivered, read), and the time is measured until the last webhook was answered. The bare library " +
        "(`tools/bench/support/bare-bot.ts`, a process for each number) sends the same texts to as many people on the same network and stores nothing.",
      targetTable(targets),
      tableOf(
        ["", "sends per second", "processor time per send, ms", "of which"],
        [
          row("one number", one),
          row("ten numbers", ten),
          row("bare library, one number", bareOne),
          row("bare library, ten numbers", bareTen),
        ],
      ),
      "Sends per second depend on the machine's other work; processor time depends on it less. Earlier results, and the reasons for the missed " +
        "targets, are in docs/decisions/0239.",
    ].join("\n\n"),
  };
}
