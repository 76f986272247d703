import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";
import { inParallel, rounded, spread } from "./measure.ts";
import { measureWebhooks } from "./webhooks.ts";

type Row = [label: string, value: string];

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

/** The whole gateway, over HTTP as a customer has it. */
async function measureMessages(): Promise<Row[]> {
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
    return [
      ["reply: API call → person's phone, p50", rounded(replies.p50)],
      ["reply: API call → person's phone, p95", rounded(replies.p95)],
      ["API calls a second (GET an instance, 16 at once)", String(perSecond(READS, reads.totalMs))],
      ["messages accepted a second (POST, 16 at once)", String(perSecond(SENDS, sends.totalMs))],
      ["POST /v1/messages, 16 at once, p50 / p95", `${rounded(sendSpread.p50)} / ${rounded(sendSpread.p95)}`],
    ];
  } finally {
    await gateway.stop();
    folder.remove();
  }
}

/** Each part is a table of docs/benchmarks.md. `webhooks` comes last: it leaves its emulators' names in the environment. */
const PARTS: Record<string, { title: string; note: string; measure: () => Promise<Row[]> }> = {
  messages: {
    title: "Messages",
    note: "The last two rows are measured while the instance is stopped, so that accepting alone is counted.",
    measure: measureMessages,
  },
  webhooks: {
    title: "Webhooks",
    note:
      "The delivery worker over the embedded table in one process, with a receiver on loopback. Two posts at once is what " +
      "the interface allows a URL, so two loops that only post are the most there is to have.",
    measure: measureWebhooks,
  },
};

const FILE = new URL("../../docs/benchmarks.md", import.meta.url);

/** Measures the named part, or all, and writes them; a part that was not asked for keeps its last table. */
async function main(only: string | undefined): Promise<void> {
  if (only !== undefined && !PARTS[only]) {
    console.error(`There is no part "${only}". Name one of these, or none for all: ${Object.keys(PARTS).join(", ")}.`);
    process.exitCode = 1;
    return;
  }
  const sections: string[] = [];
  for (const [name, { title, note, measure }] of Object.entries(PARTS)) {
    const heading = `## ${title}\n`;
    if (only !== undefined && only !== name) {
      const kept = lastSection(heading);
      if (kept) sections.push(kept);
      continue;
    }
    console.log(`${title} …`);
    const table = tableOf(await measure());
    console.log(`\n${table}\n`);
    sections.push(`${heading}\n${MACHINE}\n\n${table}\n\n${note}`);
  }
  writeFileSync(FILE, page(sections));
  console.log("Written to docs/benchmarks.md.");
}

const tableOf = (rows: Row[]) =>
  ["| What | Measured |", "|---|---|", ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n");

function lastSection(heading: string): string | null {
  const [, rest] = existsSync(FILE) ? readFileSync(FILE, "utf8").split(heading) : [];
  return rest === undefined ? null : `${heading}${rest.split(/^## /m)[0]}`.trimEnd();
}

const MACHINE = `Machine: ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}.`;

const page = (sections: string[]) => `# Benchmarks

\`npm run bench\` runs the whole local gateway (API, embedded AWS services, session service, simulated network: four
parts of one machine that share its processors) and writes this page; \`npm run bench -- webhooks\` runs one part and leaves
the others as they were. Absolute times of a shared machine say little; they are here to be compared with the next run on
the same machine.

${sections.join("\n\n")}
`;

await main(process.argv[2]);
