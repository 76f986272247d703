import { writeFileSync } from "node:fs";
import { lookEveryMs } from "../../session-service/fleet/look-interval.ts";
import { BUDGETS } from "./budgets.ts";
import { plot } from "./fleet/plot.ts";
import { QUOTAS, type QuotaName } from "./fleet/quotas.ts";
import { type FleetSettings, type Second, simulateMorning } from "./fleet/simulate.ts";
import { FIXED } from "./prices.ts";
import { type PartReport, tableOf } from "./support/report.ts";

const SIZES = [1_000, 10_000, 100_000] as const;
const LARGEST = SIZES[2];
/** The number of seconds over which the simulation can spread the morning's messages. */
const SPREAD_SEC = 600;
/** The sizes of a beat's item and an owner's item. Reading 4 KB costs one unit. */
const BEAT_BYTES = 125;
const OWNER_BYTES = 75;
/** The busiest account has 25 numbers. In the busiest hour, each of their messages is stored and changed four times. */
const NUMBERS_AN_ACCOUNT = 25;

const settingsOf = (numbers: number, spreadSec: number): FleetSettings => ({
  numbers,
  numbersAnAccount: NUMBERS_AN_ACCOUNT,
  numbersATask: FIXED.numbersATask,
  textsAnHour: 15,
  withWaiting: 0.5,
  waitingEach: 3,
  sendMs: 20,
  receiveMs: 10,
  postMs: 200,
  runMs: 100,
  units: {
    send: BUDGETS.replySent.write,
    receive: BUDGETS.receivedText.write,
    receipt: BUDGETS.replyRead.write,
    dueEntries: BUDGETS.replySent.dueEntries,
    receiveDueEntries: BUDGETS.receivedText.dueEntries,
  },
  spreadSec,
});

/** Returns how much of each quota a fleet with `numbers` numbers needs in its busiest second. */
function needs(numbers: number, seconds: Second[]): Record<QuotaName, number> {
  const most = (of: (second: Second) => number) => Math.max(...seconds.map(of));
  const tasks = Math.ceil(numbers / FIXED.numbersATask);
  const shards = Math.max(FIXED.shards, 4 * tasks);
  const looksASecond = (tasks * 1_000) / lookEveryMs(tasks);
  const accountShare = (most(({ at, writeUnits }) => (at > 120 ? writeUnits : 0)) / numbers) * NUMBERS_AN_ACCOUNT;
  return {
    shards: tasks,
    fargateVcpu: tasks * FIXED.taskVcpu,
    tasksPartition: looksASecond * Math.ceil((tasks * BEAT_BYTES) / 4_096),
    shardsPartition: looksASecond * Math.ceil((shards * OWNER_BYTES) / 4_096),
    tableWrites: most(({ writeUnits }) => writeUnits),
    dueIndexPartition: most(({ dueIndexMost }) => dueIndexMost),
    accountPartition: accountShare,
    schedules: seconds.reduce((sum, { schedulesFired }) => sum + schedulesFired, 0),
    lambda: most(({ workersAtOnce }) => workersAtOnce),
    busEntries: most(({ sends }) => sends) * 3,
  };
}

/** Returns the fleet size at which a need exceeds its quota, interpolated between the simulated sizes. */
function reachedAt(needed: number[], limit: number): string {
  const over = needed.findIndex((need) => need > limit);
  const [size, need] = [SIZES[over], needed[over]];
  if (size === undefined || need === undefined) return "more than 100,000 numbers";
  const [smaller, less] = [SIZES[over - 1], needed[over - 1]];
  if (smaller === undefined || less === undefined) return `fewer than ${size.toLocaleString("en")}`;
  // Between two sizes, a need is assumed to grow as a power of the size.
  const power = Math.log(need / less) / Math.log(size / smaller);
  const at = smaller * (limit / less) ** (1 / power);
  return `${Number(at.toPrecision(2)).toLocaleString("en")} numbers`;
}

/**
 * `npm run bench -w tools -- fleet`: simulates fleets that are too large for any machine, using the policy's own
 * functions. Nothing is measured.
 */
export async function measureFleet(): Promise<PartReport> {
  const runs = SIZES.map((numbers) => ({ numbers, seconds: simulateMorning(settingsOf(numbers, 0)) }));
  const spread = simulateMorning(settingsOf(LARGEST, SPREAD_SEC));
  const largest = runs[2]?.seconds ?? [];
  draw(largest, spread);
  const asked = runs.map(({ numbers, seconds }) => needs(numbers, seconds));
  const askedSpread = needs(LARGEST, spread);
  const names = Object.keys(QUOTAS) as QuotaName[]; // the table's own keys
  const rows = names
    .map((name) => ({ name, share: (asked[2]?.[name] ?? 0) / QUOTAS[name].limit, ...QUOTAS[name] }))
    .sort((a, b) => b.share - a.share)
    .map(({ name, what, limit, share, raise }) => [
      what,
      limit.toLocaleString("en"),
      ...asked.map((one) => Math.round(one[name]).toLocaleString("en")),
      Math.round(askedSpread[name]).toLocaleString("en"),
      reachedAt(
        asked.map((one) => one[name]),
        limit,
      ),
      share > 1 ? raise : "",
    ]);
  return { targets: [], body: bodyOf(rows, largest, spread) };
}

function bodyOf(rows: string[][], largest: Second[], spread: Second[]): string {
  const late = (seconds: Second[]) => seconds.findLast(({ queued }) => queued > 100)?.at ?? 0;
  const settings = settingsOf(LARGEST, 0);
  return [
    "This part simulates the worst quarter of an hour of a day, second by second. All numbers are in one time zone, at the end of the night. " +
      `${settings.withWaiting * 100} % of them have ${settings.waitingEach} first messages that waited for the morning, while people write ` +
      `${settings.textsAnHour} texts an hour to each number and get answers. The policy's own functions decide when a first message may be sent ` +
      "(`holdOf`, `afterStart`). Wake-ups travel as in the lanes (schedules a minute early, then the queue's delay). Each step consumes the units " +
      "counted above, and processor times are those from the speed part. Quotas are the defaults in us-east-1.",
    tableOf(
      [
        "Demand in the worst second",
        "default quota",
        ...SIZES.map((size) => `${size.toLocaleString("en")} numbers`),
        `… spread over ${SPREAD_SEC / 60} min`,
        "quota reached at",
        "what to raise",
      ],
      rows,
    ),
    "![Sends, wake-ups and schedules a second](fleet-morning.svg)\n\n![Write units a second](fleet-writes.svg)",
    `With ${LARGEST.toLocaleString("en")} numbers, the end of the night is the only difficult moment, because half of the fleet's lanes may send in the same second. ` +
      `The tasks' processors then need ${late(largest)} s to send all allowed messages; spread over ten minutes by the lane's hash, they need ${late(spread)} s. ` +
      "Exceeding any of these limits loses nothing and only causes delays: throttled requests are retried, and the sweep finds lanes that were not reached.",
  ].join("\n\n");
}

function draw(now: Second[], spread: Second[]): void {
  const from = -90;
  const to = 420;
  const shown = (seconds: Second[], of: (second: Second) => number): [number, number][] =>
    seconds.filter(({ at }) => at >= from && at <= to).map((second) => [second.at, of(second)]);
  const write = (name: string, picture: string) =>
    writeFileSync(new URL(`../../docs/${name}`, import.meta.url), picture);
  write(
    "fleet-morning.svg",
    plot({
      title: `${LARGEST.toLocaleString("en")} numbers in one zone at the end of the night`,
      x: "seconds after the night's end",
      y: "a second",
      series: [
        { name: "wake-ups", points: shown(now, ({ wakeups }) => wakeups) },
        { name: "messages sent", points: shown(now, ({ sends }) => sends) },
        { name: `wake-ups, spread over ${SPREAD_SEC / 60} min`, points: shown(spread, ({ wakeups }) => wakeups) },
      ],
    }),
  );
  const { limit } = QUOTAS.tableWrites;
  write(
    "fleet-writes.svg",
    plot({
      title: `Write units a second, ${LARGEST.toLocaleString("en")} numbers`,
      x: "seconds after the night's end",
      y: "units a second",
      series: [
        { name: "as built", points: shown(now, ({ writeUnits }) => writeUnits) },
        { name: `spread over ${SPREAD_SEC / 60} min`, points: shown(spread, ({ writeUnits }) => writeUnits) },
      ],
      limit: { value: limit, name: `default quota of a table: ${limit.toLocaleString("en")}` },
    }),
  );
}
