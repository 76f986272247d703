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

    // The limit of 600 requests a minute and account is part of the measured path: answers of 429 count as calls.
    console.log(`${READS} reads and ${SENDS} sends, ${WIDTH} at once …`);
    const reads = await inParallel(READS, WIDTH, async () => {
      await gateway.api("GET", `/v1/instances/${shop.id}`);
    });
    await gateway.sandbox("POST", "/clock", { advance_seconds: 120 });
    await gateway.api("POST", `/v1/instances/${shop.id}/stop`);
    let accepted = 0;
    const sends = await inParallel(SENDS, WIDTH, async (n) => {
      const answer = await gateway.api("POST", "/v1/messages", { instance_id: shop.id, to: ANA, text: `Send ${n}` });
      if (answer.status === 202) accepted++;
    });

    const perSecond = (count: number, totalMs: number) => Math.round(count / (totalMs / 1000));
    const sendSpread = spread(sends.durationsMs);
    const rows = [
      ["reply: API call → person's phone, p50", rounded(replies.p50)],
      ["reply: API call → person's phone, p95", rounded(replies.p95)],
      ["API calls a second (GET an instance, 16 at once)", String(perSecond(READS, reads.totalMs))],
      ["messages accepted a second (POST, 16 at once)", String(perSecond(accepted, sends.totalMs))],
      ["POST /v1/messages, 16 at once, p50 / p95", `${rounded(sendSpread.p50)} / ${rounded(sendSpread.p95)}`],
    ];
    const table = ["| What | Measured |", "|---|---|", ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n");
    console.log(`\n${table}\n`);
    writeFileSync(new URL("../../docs/benchmarks.md", import.meta.url), page(table));
    console.log(`${accepted} of ${SENDS} sends accepted. Written to docs/benchmarks.md.`);
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
