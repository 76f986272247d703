import { writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";
import { inParallel, rounded, spread } from "./measure.ts";

const SHOP = "5511988880000";
const ANA = "5511977770001";
const REPLIES = 50;
const READS = 2_000;
const SENDS = 400;
const WIDTH = 16;
const PER_MINUTE = 500;

/** A reply's way: from before the API call until the person's phone shows it. */
async function replyLatency(gateway: Gateway, instance: string): Promise<number[]> {
  const durations: number[] = [];
  for (let n = 0; n < REPLIES; n++) {
    const text = `Reply ${n}`;
    const started = performance.now();
    await gateway.api("POST", "/v1/messages", { instance_id: instance, to: ANA, text });
    await eventually("the reply on the phone", async () => (await inbox(gateway, ANA)).some((m) => m.text === text));
    durations.push(performance.now() - started);
  }
  return durations;
}

/** An account may make 600 requests a minute: the clock is moved on between minutes, and that is not timed. */
async function inMinutes(gateway: Gateway, count: number, job: (n: number) => Promise<void>) {
  const durationsMs: number[] = [];
  let totalMs = 0;
  for (let done = 0; done < count; done += PER_MINUTE) {
    await gateway.sandbox("POST", "/clock", { advance_seconds: 120 });
    const part = await inParallel(Math.min(PER_MINUTE, count - done), WIDTH, (n) => job(done + n));
    durationsMs.push(...part.durationsMs);
    totalMs += part.totalMs;
  }
  return { durationsMs, totalMs };
}

async function main(): Promise<void> {
  const folder = temporaryFolder();
  const gateway = await startGateway(folder.path, { PACE: "0.01" });
  try {
    console.log("Linking a number …");
    const shop = await linkNumber(gateway, SHOP);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Hello" });
    await eventually("Ana's message", async () => {
      const list = await gateway.api<{ data: unknown[] }>("GET", "/v1/messages?direction=in");
      return list.body.data.length > 0;
    });

    console.log(`${REPLIES} replies, one after another …`);
    const replies = spread(await replyLatency(gateway, shop.id));

    console.log(`${READS} reads and ${SENDS} sends, ${WIDTH} at once …`);
    const reads = await inMinutes(gateway, READS, async () => {
      const answer = await gateway.api("GET", `/v1/instances/${shop.id}`);
      if (answer.status !== 200) throw new Error(`A read was refused: ${answer.status}`);
    });
    await gateway.api("POST", `/v1/instances/${shop.id}/stop`);
    const sends = await inMinutes(gateway, SENDS, async (n) => {
      const answer = await gateway.api("POST", "/v1/messages", { instance_id: shop.id, to: ANA, text: `Send ${n}` });
      if (answer.status !== 202) throw new Error(`A send was refused: ${answer.status}`);
    });

    const perSecond = (count: number, totalMs: number) => Math.round(count / (totalMs / 1000));
    const sendSpread = spread(sends.durationsMs);
    const rows = [
      ["reply: API call → person's phone, p50", rounded(replies.p50)],
      ["reply: API call → person's phone, p95", rounded(replies.p95)],
      ["API calls a second (GET an instance, 16 at once)", String(perSecond(READS, reads.totalMs))],
      ["messages accepted a second (POST, 16 at once)", String(perSecond(SENDS, sends.totalMs))],
      ["POST /v1/messages, 16 at once, p50 / p95", `${rounded(sendSpread.p50)} / ${rounded(sendSpread.p95)}`],
    ];
    const table = ["| What | Measured |", "|---|---|", ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n");
    console.log(`\n${table}\n`);
    writeFileSync(new URL("../../docs/benchmarks.md", import.meta.url), page(table));
    console.log("Written to docs/benchmarks.md.");
  } finally {
    await gateway.stop();
    folder.remove();
  }
}

const page = (table: string) => `# Benchmarks

\`npm run bench\` runs the whole local gateway (API, embedded AWS services, session service, simulated network: four
parts of one machine that share its processors) and writes this page. Absolute times of a shared machine say little;
they are here to be compared with the next run on the same machine.

Machine: ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}.

${table}

The last two rows are measured while the instance is stopped, so that accepting alone is counted.
`;

await main();
