import "../../session-service/process/silence-console.ts";
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { historyWindow } from "../../core/domain/chats/history-window.ts";
import { keys } from "../../core/store/keys.ts";
import type { Table } from "../../core/store/table.ts";
import { openAuthStore } from "../../session-service/baileys/keys/auth-store.ts";
import { importPart } from "../../session-service/history/import-part.ts";
import { Inbox } from "../../session-service/inbox/inbox.ts";
import type { SessionDeps } from "../../session-service/session-deps.ts";
import { INSTANCE, messageWorld } from "../../test/support/message-world.ts";
import { testVault } from "../../test/support/test-vault.ts";
import { emptyTable, UnitCount } from "./history/counting-table.ts";
import { type MadeSize, madeParts } from "./history/made-part.ts";
import { type PartReport, type Target, tableOf, targetTable } from "./support/report.ts";

const SIZE: MadeSize = { chats: 5_000, messagesPerChat: 10, parts: 5, ofTheDay: 2_000 };
const MEBIBYTE = 1_048_576;
const LOOK_MS = 5;
const COLLECT_MS = 500;
const PAUSE_MS = 50;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void; // the flag above makes it

/**
 * Imports all parts once. For `heap`, collects garbage before each measurement, so that only memory that stays in use
 * is counted.
 */
async function imported(parts: Uint8Array[], table: Table, world: World, kind: "heap" | "time" | "count") {
  const [collecting, counting] = [kind === "heap", kind === "count"];
  const clock = { now: () => world.clock.now(), until: () => pause(counting ? 0 : PAUSE_MS) };
  const rest = { vault: testVault(), monotonicMs: () => performance.now() };
  const ids = { ...world.deps.ids, random: randomBytes };
  const deps = { ...world.deps, ...rest, ids, table, clock } as unknown as SessionDeps; // nothing is sent or fetched
  const store = await openAuthStore(deps, world.own, () => {});
  store.creds.me = { id: "15550000001:3@s.whatsapp.net" };
  const context = { deps, owner: world.own, store, inbox: new Inbox(deps.log, INSTANCE, () => {}) };
  const now = world.clock.now();
  const plan = { window: historyWindow(now, now), missedOnly: false, signal: new AbortController().signal };
  const lookMs = collecting ? COLLECT_MS : LOOK_MS;
  let [longestMs, mostHeap, worked] = [0, 0, processorMs()];
  if (collecting) collect();
  const before = process.memoryUsage().heapUsed;
  const look = setInterval(() => {
    longestMs = Math.max(longestMs, processorMs() - worked);
    if (collecting) collect();
    mostHeap = Math.max(mostHeap, process.memoryUsage().heapUsed - before);
    worked = processorMs();
  }, lookMs);
  const begun = performance.now();
  for (const inline of parts) await importPart(context, { inline, file: null }, plan, async () => null);
  clearInterval(look);
  return { longestMs, heapMib: mostHeap / MEBIBYTE, sec: (performance.now() - begun) / 1_000 };
}

/**
 * Returns this process's CPU time. On a shared machine, wall-clock time isn't a good measure of what blocks the
 * process.
 */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

type World = Awaited<ReturnType<typeof messageWorld>>;

const partsAt = (world: World) => madeParts(SIZE, Math.floor(world.clock.now().getTime() / 1000) - 1);

/** Runs `npm run bench -w tools -- history`. */
export async function measureHistory(): Promise<PartReport> {
  const world = await messageWorld();
  const parts = partsAt(world);
  const empty = emptyTable({ ...keys.receiving(INSTANCE), fence: world.own.fence });
  const live = await imported(parts, empty, world, "heap");
  const alone = await imported(parts, empty, world, "time");

  // Must run before the table is filled with items that don't belong to an import.
  const two = await Promise.all([0, 1].map(() => imported(parts, empty, world, "time")));

  const units = new UnitCount();
  const table = world.table.withHook(units.hook);
  await imported(parts, table, world, "count");
  const first = { ...units };
  await imported(parts, table, world, "count");
  const again = { others: units.others - first.others, keys: units.keys - first.keys };

  const longestOfTwo = Math.max(...two.map(({ longestMs }) => longestMs));

  const targets: Target[] = [
    { what: "maximum heap used by an import", measured: live.heapMib, limit: 40, unit: "MiB" },
    {
      what: "longest work without yielding, processor time",
      measured: alone.longestMs,
      limit: 100,
      unit: "ms",
    },
    { what: "the same, two numbers at once", measured: longestOfTwo, limit: 100, unit: "ms" },
    { what: "messages, people and chats, write units", measured: first.others, limit: 25_000, unit: "units" },
    { what: "the same history again, write units", measured: again.others + again.keys, limit: 0, unit: "units" },
  ];
  const rows = [
    ["one number", alone.sec, alone.longestMs],
    ["each of two numbers at once", Math.max(...two.map(({ sec }) => sec)), longestOfTwo],
  ];
  const body = [
    `The imported history has ${SIZE.chats * SIZE.messagesPerChat} messages in ${SIZE.chats} chats and ${SIZE.parts} parts, with ${SIZE.ofTheDay} messages from the day before the link. The table answers immediately.`,
    targetTable(targets),
    tableOf(["Import of", "seconds", "longest work without yielding, ms"], rows),
    `The pairs of ids, most of which the library has already stored from the first part, cost another ${first.keys} units.`,
  ].join("\n\n");
  return { body, targets };
}
