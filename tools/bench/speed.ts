import { measureAccepting } from "./speed/accepting.ts";
import { BURST, type Bursts, measureBursts, NUMBERS } from "./speed/burst.ts";
import { type Counts, counted } from "./speed/counts.ts";
import { openSides } from "./speed/sides.ts";
import { startSpeedGateway } from "./speed/speed-gateway.ts";
import {
  APART,
  type Both,
  MEASURES,
  type Measure,
  measureTexts,
  REST_MS,
  RUNS,
  type Runs,
  TEXTS,
} from "./speed/texts.ts";
import { number, type PartReport, type Target, tableOf, targetTable } from "./support/report.ts";

type Accepted = Awaited<ReturnType<typeof measureAccepting>>;

/** Runs `npm run bench -w tools -- speed`. */
export async function measureSpeed(): Promise<PartReport> {
  const counts = await counted();
  const gateway = await startSpeedGateway();
  try {
    const sides = await openSides(gateway);
    try {
      const runs = await measureTexts(gateway, sides);
      const bursts = await measureBursts(gateway, sides);
      return reportOf({ counts, runs, bursts, accepting: await measureAccepting(gateway, counts) });
    } finally {
      await sides.stop();
    }
  } finally {
    await gateway.end();
  }
}

/** The maximum mean consumption over all runs, as a multiple of the bare library's. */
const MOST: [what: string, of: Measure, limit: number][] = [
  ["session process, processor time per sent text", "sent: processor time", 3.5],
  ["session process, processor time per received text", "received: processor time", 2.5],
  ["API → person's phone, p50", "API → phone, p50", 2.5],
  ["API → person's phone, at rest, p50", "API → phone, at rest, p50", 2.5],
  ["person → webhook, p50", "person → webhook, p50", 2.5],
  ["person → webhook, at rest, p50", "person → webhook, at rest, p50", 2.5],
];
const LEAST_RECEIVED = 300;

const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
const ratios = (runs: Both[]) => runs.map(({ ours, bare }) => ours / bare);

/** Formats the mean of the runs, with the minimum and maximum. */
const meanOf = (values: number[]) =>
  `${number(mean(values))} (${number(Math.min(...values))}–${number(Math.max(...values))})`;

function targetsOf({ runs, bursts, accepting }: Found): Target[] {
  return [
    { what: "POST /v1/messages: time compared with bare writes", measured: accepting.ratio, limit: 3, unit: "×" },
    ...MOST.map(([what, of, limit]): Target => ({ what, measured: mean(ratios(runs[of])), limit, unit: "×" })),
    {
      what: "texts received per second of a process's processor time",
      measured: mean(bursts.byProcessor.map(({ ours }) => ours)),
      limit: LEAST_RECEIVED,
      unit: "",
      atLeast: true,
    },
  ];
}

interface Found {
  counts: Counts;
  runs: Runs;
  bursts: Bursts;
  accepting: Accepted;
}

function reportOf(found: Found): PartReport {
  const { runs, bursts, accepting, counts } = found;
  const targets = targetsOf(found);
  const sides = (what: string, both: Both[], unit: string) => [
    what,
    `${meanOf(both.map(({ ours }) => ours))}${unit}`,
    `${meanOf(both.map(({ bare }) => bare))}${unit}`,
    `${meanOf(ratios(both))} ×`,
  ];
  return {
    targets,
    body: [
      targetTable(targets),
      `There are ${RUNS} runs of each side, alternating; each value is the mean, with the minimum and maximum. A run has ${TEXTS} texts in each ` +
        "direction. Each text is sent only after everything for the previous text is done (its receipts, its webhooks and their follow-up work). " +
        `Then come ${APART} texts in each direction at rest, each sent ${REST_MS} ms after that point, and finally ${BURST} simultaneous texts from ` +
        `many people to ${NUMBERS} numbers (to one number for the bare library).`,
      tableOf(
        ["", "gateway", "bare library", ""],
        [
          ...MEASURES.map((measure) => sides(measure, runs[measure], " ms")),
          sides("texts received per second of processor time", bursts.byProcessor, ""),
          sides("texts received per second of wall time", bursts.byClock, ""),
        ],
      ),
      acceptingTable(accepting),
      wayTable(counts),
      "The bare library is a bot of forty lines (`tools/bench/support/bare-bot.ts`): it keeps keys in memory, sends immediately, and posts " +
        "incoming texts without signing, storing or retrying. The gateway runs as with `npm start` but stores nothing on disk: the embedded AWS " +
        "services, the API and the workers share a process, the session process uses the SDK and HTTP as deployed, and this benchmark is a third " +
        "process. Processor time is that of the process with the connection, by its own count, including its heartbeats. Requests are counted in " +
        "a separate run, without timing. Earlier results are in docs/decisions/0239.",
    ].join("\n\n"),
  };
}

function acceptingTable({ ours, bare }: Accepted): string {
  const row = (what: string, side: Accepted["ours"]) => [
    what,
    side.perSecond,
    `${number(side.p50)} ms`,
    `${number(side.p99)} ms`,
  ];
  return tableOf(
    ["Accepting, 16 at once", "per second", "p50", "p99"],
    [row("POST /v1/messages", ours), row("the same writes directly to the embedded table", bare)],
  );
}

const wayTable = ({ sent, received }: Counts) =>
  tableOf(
    ["Requests to AWS", "sequential", "total", "the sequential requests"],
    [
      [
        "a text sent: from the API call to the phone",
        sent.inARow.length,
        sent.requests.length,
        sent.inARow.join(" → "),
      ],
      [
        "a text received: from the phone to the webhook's post",
        received.inARow.length,
        received.requests.length,
        received.inARow.join(" → "),
      ],
    ],
  );
