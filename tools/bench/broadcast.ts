import { writeFileSync } from "node:fs";
import { DAY_MS } from "../../core/contracts/durations.ts";
import { PROTECTION_SETTINGS, type ProtectionSettings } from "../../core/contracts/protection.ts";
import { settingsInForce } from "../../core/domain/protection/settings.ts";
import { aDay, type BroadcastDays, playBroadcastDays, waitOf } from "../../test/support/models/broadcast-days.ts";
import { plot } from "./fleet/plot.ts";
import { type PartReport, type Target, tableOf, targetTable } from "./support/report.ts";

const PEOPLE = 10_000;
const ZONE = "America/Sao_Paulo";
/** 8:00 on a Monday in the numbers' time zone. */
const START = Date.parse("2026-11-23T11:00:00.000Z");
const DAYS = 130;
/** How many other messages are sent per day. */
const BESIDE = { reply: 300, known: 60, first: 10 };
const PICTURE = "broadcast-days.svg";

interface Sender {
  name: string;
  stage: number;
  settings: Partial<ProtectionSettings>;
}

const NUMBERS: Sender[] = [
  { name: "stage 4", stage: 4, settings: {} },
  { name: "stage 5", stage: 5, settings: {} },
  { name: "stage 6", stage: 6, settings: {} },
  { name: "stage 7", stage: 7, settings: {} },
  { name: "stage 7, 60 an hour, 30 s", stage: 7, settings: { messages_per_hour: 60, broadcast_interval_seconds: 30 } },
];
const DRAWN = ["stage 5", "stage 6", "stage 7"];

/** Runs `npm run bench -w tools -- broadcast`. */
export async function measureBroadcast(): Promise<PartReport> {
  const played = NUMBERS.map((number) => ({ number, days: play(number) }));
  draw(played.filter(({ number }) => DRAWN.includes(number.name)));
  const targets = played.flatMap(({ number, days }) => targetsOf(number, days));
  return { targets, body: bodyOf(played, targets) };
}

const play = ({ stage, settings }: Sender): BroadcastDays =>
  playBroadcastDays({
    zone: ZONE,
    start: START,
    fields: { stage, settings },
    people: PEOPLE,
    beside: BESIDE,
    mostDays: DAYS,
    seed: 1,
  });

const inForce = ({ stage, settings }: Sender) => settingsInForce({ stage, settings, level: "good", timezone: ZONE });

function targetsOf(number: Sender, days: BroadcastDays): Target[] {
  const { name } = number;
  const limits = inForce(number);
  const waits = (queue: "reply" | "known" | "first") => waitOf(days.left, queue, 0.95) / 1000;
  const longest = 1.6 * PROTECTION_SETTINGS.first_message_interval_seconds.recommended;
  return [
    { what: `${name}: a reply's wait, p95`, measured: waits("reply"), limit: 5, unit: "s" },
    { what: `${name}: a known message's wait, p95`, measured: waits("known"), limit: 10, unit: "s" },
    { what: `${name}: a first message's wait, p95 (its own gap)`, measured: waits("first"), limit: longest, unit: "s" },
    {
      what: `${name}: broadcast messages on the fullest day`,
      measured: Math.max(...aDay(days.left, "broadcast", ZONE).values()),
      limit: limits.broadcast_per_day,
      unit: "messages",
    },
    {
      what: `${name}: people reached`,
      measured: days.left.filter(({ queue }) => queue === "broadcast").length,
      limit: PEOPLE,
      unit: "people",
      atLeast: true,
    },
  ];
}

function bodyOf(played: { number: Sender; days: BroadcastDays }[], targets: Target[]): string {
  const rows = played.map(({ number, days }) => {
    const sent = days.left.filter(({ queue }) => queue === "broadcast");
    const took = ((sent.at(-1)?.at ?? START) - START) / DAY_MS;
    const wait = (queue: "reply" | "known" | "first") =>
      [0.5, 0.95, 1].map((share) => (waitOf(days.left, queue, share) / 1000).toFixed(0)).join(" / ");
    return [number.name, (sent.length / took).toFixed(0), took.toFixed(1), wait("reply"), wait("known"), wait("first")];
  });
  return [
    `A broadcast goes to ${PEOPLE.toLocaleString("en")} people from a number in São Paulo that also sends ${BESIDE.known} known messages, ${BESIDE.first} first messages and ` +
      `${BESIDE.reply} replies a day between 8 and 22 o'clock. It is simulated with the policy's own functions (\`decideProtected\`, \`afterStart\`).`,
    targetTable(targets),
    tableOf(
      ["Number", "a day", "days", "a reply waits, s (p50 / p95 / max)", "a known message", "a first message"],
      rows,
    ),
    `![People reached, by days](${PICTURE})`,
  ].join("\n\n");
}

function draw(played: { number: Sender; days: BroadcastDays }[]): void {
  const series = played.map(({ number, days }) => {
    const at = days.left.filter(({ queue }) => queue === "broadcast").map((one) => one.at);
    const points = at.flatMap((ms, n): [number, number][] =>
      n % 50 === 0 || n === at.length - 1 ? [[(ms - START) / DAY_MS, n + 1]] : [],
    );
    return { name: number.name, points };
  });
  const picture = plot({ title: "A broadcast: people reached", x: "days", y: "people", series });
  writeFileSync(new URL(`../../docs/${PICTURE}`, import.meta.url), picture);
}
