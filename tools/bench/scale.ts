import { type Bill, sumOf, unitsOf } from "./support/bill.ts";
import { type CountedGateway, startCounted } from "./support/counted-gateway.ts";
import { fillInstances, fillMessages, fillWaiting } from "./support/fill.ts";
import { cheapest, receiveText, replyLife } from "./support/flows.ts";
import { number, type PartReport, type Target, tableOf, targetTable } from "./support/report.ts";

/** The table's contents, apart from the one linked number that is being measured. */
interface Step {
  name: string;
  /** The first step in which messages wait. From here on, each send is followed by another look at the lane. */
  isFirstWaiting?: true;
  /** Adds the items that are still missing for this step. */
  fill: (gateway: CountedGateway, now: Date) => Promise<void>;
}

const STEPS: Step[] = [
  { name: "1 instance, nothing else", fill: async () => undefined },
  { name: "100 instances", fill: (gateway) => fillInstances(gateway, 99) },
  { name: "10,000 instances", fill: (gateway) => fillInstances(gateway, 9_900) },
  {
    name: "… and 10 messages and 10 events waiting",
    isFirstWaiting: true,
    fill: (gateway, now) => fillWaiting(gateway, { scheduled: 10, ladder: 10 }, now),
  },
  {
    name: "… and 4,000 messages and 10,000 events waiting",
    fill: (gateway, now) => fillWaiting(gateway, { scheduled: 3_990, ladder: 9_990 }, now),
  },
  {
    name: "… and 100,000 stored messages",
    fill: (gateway, now) => fillMessages(gateway, 100_000, now),
  },
  {
    name: "… and 1,000,000 stored messages",
    fill: (gateway, now) => fillMessages(gateway, 900_000, now),
  },
];

const REPEATS = 4;
/** The percentage by which a count may differ from that of the first step in the same state of the lane. */
const FLAT_PERCENT = 5;

interface Measured extends Pick<Step, "name" | "isFirstWaiting"> {
  reply: Bill;
  text: Bill;
}

/** Runs `npm run bench -w tools -- scale`. */
export async function measureScale(): Promise<PartReport> {
  const gateway = await startCounted({ webhook: true, keptOnDisk: true });
  try {
    await warm(gateway);
    const steps: Measured[] = [];
    for (const step of STEPS) {
      console.log(`${step.name} …`);
      const { now } = (await gateway.sandbox<{ now: string }>("GET", "/clock")).body;
      await step.fill(gateway, new Date(now));
      await gateway.settle();
      const reply = await cheapest(async () => {
        const { sent, delivered, read } = await replyLife(gateway);
        return sumOf([sent, delivered, read]);
      }, REPEATS);
      steps.push({ ...step, reply, text: await cheapest(() => receiveText(gateway), REPEATS) });
    }
    return reportOf(steps);
  } finally {
    await gateway.stop();
  }
}

async function warm(gateway: CountedGateway): Promise<void> {
  await receiveText(gateway);
  await replyLife(gateway);
}

function reportOf(steps: Measured[]): PartReport {
  const waiting = steps.findIndex(({ isFirstWaiting }) => isFirstWaiting === true);
  const states = [steps.slice(0, waiting), steps.slice(waiting)];
  const growth = (of: (step: Measured) => number) => Math.max(...states.map((same) => deviation(same.map(of))));
  const kinds: [what: string, of: (step: Measured) => number][] = [
    ["a reply's life, write units", ({ reply }) => unitsOf(reply).write],
    ["a reply's life, read units", ({ reply }) => unitsOf(reply).read],
    ["a received text, write units", ({ text }) => unitsOf(text).write],
    ["a received text, read units", ({ text }) => unitsOf(text).read],
  ];
  const targets = kinds.map(
    ([what, of]): Target => ({
      what: `${what}: largest deviation`,
      measured: growth(of),
      limit: FLAT_PERCENT,
      unit: "%",
    }),
  );
  const [free, behind] = states.map((same) => same.map(({ reply }) => unitsOf(reply).read)[0] ?? 0);
  const rows = steps.map((step) => [step.name, ...kinds.map(([, of]) => number(of(step)))]);
  return {
    targets,
    body: [
      targetTable(targets),
      tableOf(["In the table", ...kinds.map(([what]) => what)], rows),
      "The embedded store is filled directly, beneath the HTTP level. The measured messages take the complete path through API, lane, " +
        "network and webhook. The waiting messages are scheduled messages on the same instance (at most 5,000 may wait there), and the " +
        "waiting events are later attempts for the same webhook. In this state, a reply is accepted and released, and a text is received " +
        "and delivered. The stored messages belong to the same instance.",
      `While messages wait in the lane, its owner looks again after a send to find out when the next one is due. This makes a reply's ` +
        `life cost ${number(behind ?? 0)} read units instead of ${number(free ?? 0)}, however many messages wait. Deviations are ` +
        "therefore counted from the first step in which nothing waits, and from the first in which something does.",
      "To decide whether another message may wait, each process counts the rows of a lane once, and after that only new entries in the instance's list.",
    ].join("\n\n"),
  };
}

/** Returns the largest deviation of these counts from the first, as a percentage. */
function deviation(counts: number[]): number {
  const [first] = counts;
  if (first === undefined) throw new Error("Nothing was measured.");
  return Math.max(...counts.map((count) => Math.abs(count / first - 1) * 100));
}
