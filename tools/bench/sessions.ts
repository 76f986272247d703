import { setTimeout as pause } from "node:timers/promises";
import { eventually } from "../../test/support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../../test/support/gateway.ts";
import { machineTime } from "../../test/support/machine-time.ts";
import { inParallel } from "./measure.ts";
import { ManyNumbers } from "./sessions/many-numbers.ts";
import { idleSize, type ProcessSize } from "./sessions/process-size.ts";
import { sameKeys } from "./sessions/same-keys.ts";
import { startBare } from "./sessions/start-bare.ts";
import { processorMs } from "./support/process-time.ts";
import { number, type PartReport, type Target, tableOf, targetTable } from "./support/report.ts";

/**
 * The number of linked numbers in a process, for each measurement. For a quick run, set a shorter list:
 * BENCH_SESSIONS=1,50,200.
 */
const SIZES = (process.env.BENCH_SESSIONS ?? "1,50,200,500").split(",").map(Number);
/** The size at which the targets for reconnecting, stopping and memory apply. */
const PROMISED = 200;
const OUTAGE_SEC = 30;
const PATIENCE_MS = 600_000;
/** Port 0 lets each process choose its own port when its memory is measured. */
const INSPECTED = "--inspect-port=0";

const NUMBERS_WRITTEN_TO = 50;
const MESSAGES = 1_000;
const WRITTEN_AT_ONCE = 16;

interface Row {
  sessions: number;
  ours: ProcessSize;
  bare: ProcessSize;
}

interface BareFound {
  bare: ProcessSize;
  bareReceived: Throughput | null;
}

interface Reconnect {
  allBackSec: number;
  mostInASecond: number;
  stopSec: number;
}

interface Throughput {
  perSecond: number;
  cpuMsEach: number;
}

/**
 * `npm run bench -w tools -- sessions`: compares a session process that has many linked numbers to the library alone.
 */
export async function measureSessions(): Promise<PartReport> {
  const folder = temporaryFolder();
  const gateway = await startGateway(folder.path, { EPHEMERAL: "1", NODE_OPTIONS: INSPECTED });
  try {
    const numbers = new ManyNumbers(gateway);
    const rows: Row[] = [];
    let reconnect: Reconnect | null = null;
    let received: { ours: Throughput; bare: Throughput } | null = null;
    for (const sessions of SIZES) {
      await numbers.grow(sessions);
      const folders = await sameKeys(gateway, numbers.instances, `${folder.path}/keys-${sessions}`);
      // Measures a newly started process, which has nothing left in memory from linking.
      await numbers.allBackAfter(async () => process.kill(sessionPid(gateway), "SIGKILL"));
      const ours = await idleSize(sessionPid(gateway), gateway.output);
      console.log(`${sessions} sessions: ${number(ours.rssMb)} MB, ${number(ours.liveMb)} MB in use`);
      if (sessions === PROMISED) reconnect = await measureReconnect(gateway, numbers);
      const writing: boolean = sessions >= NUMBERS_WRITTEN_TO && received === null;
      const oursReceived: Throughput | null = writing ? await receivedByUs(gateway, numbers) : null;
      const { bare, bareReceived } = await withBare(
        gateway,
        numbers,
        folders,
        async (one): Promise<BareFound> => ({
          bare: await idleSize(one.pid, one.output),
          bareReceived: writing ? await receivedBare(gateway, numbers, one) : null,
        }),
      );
      console.log(`${sessions} bare sockets: ${number(bare.rssMb)} MB, ${number(bare.liveMb)} MB in use`);
      if (oursReceived && bareReceived) received = { ours: oursReceived, bare: bareReceived };
      rows.push({ sessions, ours, bare });
    }
    return reportOf(rows, reconnect, received);
  } finally {
    await gateway.stop();
    folder.remove();
  }
}

function sessionPid(gateway: Gateway): number {
  const [pid] = gateway.sessionPids();
  if (pid === undefined) throw new Error("No session process runs.");
  return pid;
}

/**
 * Runs the bare library while the gateway's own process is suspended, so two processes never connect the same number.
 * The gateway gets all numbers back afterwards.
 */
async function withBare<T>(
  gateway: Gateway,
  numbers: ManyNumbers,
  folders: string[],
  work: (bare: Awaited<ReturnType<typeof startBare>>) => Promise<T>,
): Promise<T> {
  const pid = sessionPid(gateway);
  process.kill(pid, "SIGSTOP");
  try {
    const bare = await startBare(gateway.network, folders);
    try {
      return await work(bare);
    } finally {
      bare.stop();
    }
  } finally {
    // Waits until all numbers have reconnected, because new numbers would have to wait for them anyway.
    await numbers.allBackAfter(async () => process.kill(pid, "SIGCONT"));
  }
}

async function measureReconnect(gateway: Gateway, numbers: ManyNumbers): Promise<Reconnect> {
  let backAt = 0;
  const times = await numbers.allBackAfter(async () => {
    await gateway.sandbox("POST", "/faults", { kind: "refuse_connections", for_seconds: OUTAGE_SEC });
    await gateway.sandbox("POST", "/faults", { kind: "drop_connections" });
    backAt = machineTime().getTime() + OUTAGE_SEC * 1_000;
    await pause(OUTAGE_SEC * 1_000);
  });
  const inSecond = times.map((at) => times.filter((other) => other >= at && other < at + 1_000).length);
  const pid = sessionPid(gateway);
  const stopping = performance.now();
  let stopSec = 0;
  await numbers.allBackAfter(async () => {
    process.kill(pid, "SIGTERM");
    await eventually("the process to end", () => !gateway.sessionPids().includes(pid) || !isAlive(pid), PATIENCE_MS);
    stopSec = (performance.now() - stopping) / 1_000;
  });
  return { allBackSec: (Math.max(...times) - backAt) / 1_000, mostInASecond: Math.max(...inSecond), stopSec };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Has people write to many numbers at the same time. Resolves once every message is stored and its event created. */
async function receivedByUs(gateway: Gateway, numbers: ManyNumbers): Promise<Throughput> {
  const pid = sessionPid(gateway);
  const settle = () => gateway.sandbox("POST", "/clock", { advance_seconds: 1 });
  await people(gateway);
  await settle();
  const before = processorMs(pid);
  const begun = performance.now();
  await writeAll(gateway, numbers);
  await settle(); // answers when nothing is left to do
  return {
    perSecond: MESSAGES / ((performance.now() - begun) / 1_000),
    cpuMsEach: (processorMs(pid) - before) / MESSAGES,
  };
}

async function receivedBare(
  gateway: Gateway,
  numbers: ManyNumbers,
  bare: Awaited<ReturnType<typeof startBare>>,
): Promise<Throughput> {
  const from = await bare.received();
  const before = processorMs(bare.pid);
  const begun = performance.now();
  await writeAll(gateway, numbers);
  await eventually("every message", async () => (await bare.received()) - from >= MESSAGES, PATIENCE_MS);
  const seconds = (performance.now() - begun) / 1_000;
  return { perSecond: MESSAGES / seconds, cpuMsEach: (processorMs(bare.pid) - before) / MESSAGES };
}

const person = (n: number) => `551197${String(1_000_000 + n)}`;

async function people(gateway: Gateway): Promise<void> {
  for (let n = 0; n < NUMBERS_WRITTEN_TO; n++) {
    await gateway.sandbox("POST", "/phones", { phone: person(n), name: `Person ${n}` });
  }
}

const writeAll = (gateway: Gateway, numbers: ManyNumbers) =>
  inParallel(MESSAGES, WRITTEN_AT_ONCE, async (n) => {
    const at = n % NUMBERS_WRITTEN_TO;
    const body = { to: numbers.phones[at], text: `message ${n}` };
    const answer = await gateway.sandbox("POST", `/phones/${person(at)}/messages`, body);
    if (answer.status !== 201) throw new Error(`A person could not write: ${JSON.stringify(answer.body)}`);
  });

function reportOf(
  rows: Row[],
  reconnect: Reconnect | null,
  received: { ours: Throughput; bare: Throughput } | null,
): PartReport {
  const first = rows[0];
  const promised = rows.find(({ sessions }) => sessions === PROMISED);
  const marginal = (row: Row, of: "ours" | "bare") =>
    first && row.sessions > first.sessions
      ? (row[of].rssMb - first[of].rssMb) / (row.sessions - first.sessions)
      : Number.NaN;
  const targets: Target[] = [];
  if (promised) {
    const measured = marginal(promised, "ours") / marginal(promised, "bare");
    targets.push({
      what: `memory per additional session, at ${PROMISED} idle sessions, compared with bare sockets`,
      measured,
      limit: 1.3,
      unit: "×",
    });
  }
  if (reconnect) {
    const { allBackSec, mostInASecond, stopSec } = reconnect;
    targets.push(
      {
        what: `${PROMISED} sessions connected again after an outage of ${OUTAGE_SEC} s`,
        measured: allBackSec,
        limit: 60,
        unit: "s",
      },
      { what: "maximum connections in any second of that", measured: mostInASecond, limit: 10, unit: "" },
      { what: `SIGTERM with ${PROMISED} sessions`, measured: stopSec, limit: 90, unit: "s" },
    );
  }
  const cell = (value: number) => (Number.isNaN(value) ? "" : number(value));
  return {
    targets,
    body: [
      targetTable(targets),
      tableOf(
        [
          "Idle sessions in one process",
          "gateway, MB",
          "bare, MB",
          "per additional session: gateway, MB",
          "bare, MB",
          "gateway, ms CPU per second",
          "bare",
        ],
        rows.map((row) => [
          row.sessions,
          row.ours.rssMb,
          row.bare.rssMb,
          cell(marginal(row, "ours")),
          cell(marginal(row, "bare")),
          row.ours.cpuMsPerSec,
          row.bare.cpuMsPerSec,
        ]),
      ),
      ...(received
        ? [
            tableOf(
              [`${MESSAGES} texts to ${NUMBERS_WRITTEN_TO} numbers`, "per second", "ms CPU each"],
              [
                [
                  "gateway: decrypted, journalled, stored with its event",
                  received.ours.perSecond,
                  received.ours.cpuMsEach,
                ],
                ["bare sockets: decrypted", received.bare.perSecond, received.bare.cpuMsEach],
              ],
            ),
          ]
        : []),
      "With 500 idle sessions, a profile shows 12 ms of work per second, most of it for the library's keep-alives (20 ms when each session had its " +
        "own timer, each second, instead of one timer for all sessions). The rest of that row is a full garbage collection with its helper " +
        "threads, which falls into the measured seconds and grows with the heap, as in the bare process.",
      "Bare sockets are the library alone in a separate process, with the same credentials, and with keys in the library's own files " +
        "(`tools/bench/sessions/bare-sockets.ts`). They connect while the gateway's process is paused. Memory is the smallest resident size during " +
        "20 idle seconds after 20 seconds of rest, each time in a new process. The simulated network, the embedded table " +
        "and the people who write share the machine, so they mostly determine messages per second; processor time is that of the process itself.",
    ].join("\n\n"),
  };
}
