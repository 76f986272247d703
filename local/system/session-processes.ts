import { type Child, startChild } from "./child.ts";

const ENTRY = new URL("../../session-service/main.ts", import.meta.url);
/** A process on this machine. The modules loaded first connect the table through the line and report its use. */
const ON_THE_SOCKET = {
  preload: [
    new URL("../aws/socket/preload.ts", import.meta.url),
    new URL("./watching/answer-figures.ts", import.meta.url),
  ],
};
const STOP_MS = 3_000;
/** A process whose event loop has been blocked for this long is unhealthy. */
const MEASURE_MS = 2_000;
/** After this many short lives in a row, no more processes are started. */
const SHORT_LIVES = { times: 5, ms: 5_000 };

/** One answer of each process, in an order that stays the same while none is replaced. */
type Answers = (Record<string, unknown> | null)[];

/** This machine's session service: one process, or several that share the numbers. */
export interface SessionProcesses {
  /** Returns the process ids of the ready ones. */
  pids(): number[];
  /** Sends a message to each of them. */
  send(message: Record<string, unknown>): void;
  isBusy(): Promise<boolean>;
  /** Returns what each process reports of itself; null for one that is missing or doesn't answer. */
  measured(): Promise<Answers>;
  /** Returns the metrics of each process, likewise. */
  metrics(): Promise<Answers>;
  /** Returns the figures of each process's use of this machine, likewise. */
  figures(): Promise<Answers>;
  /** Resolves when the processes keep ending soon after their start. */
  broken: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the processes and waits until all are ready. One that ends on its own is replaced, as by ECS. A single process
 * keeps its task id and takes its numbers back at once; several get new ids, so that others take over a dead one's.
 * @param how each is started; if absent, as on one machine.
 * @param changed is called for each new process.
 * @throws the child's own sentence if one can't start.
 */
export async function startSessionProcesses(
  count: number,
  env: () => Record<string, string>,
  changed: () => void,
  how: Parameters<typeof startChild>[3] = ON_THE_SOCKET,
): Promise<SessionProcesses> {
  const running = new Set<Child>();
  const broken = Promise.withResolvers<void>();
  let shortLives = 0;
  let stopping = false;

  async function start(): Promise<void> {
    const variables = { ...env(), ...(count === 1 && { TASK_ID: "local" }) };
    const child = await startChild("session service", ENTRY, variables, how);
    if (stopping) return child.stop(STOP_MS);
    running.add(child);
    changed();
    const begun = performance.now();
    void child.ended.then(() => {
      running.delete(child);
      replace(performance.now() - begun);
    });
  }

  function replace(livedMs: number): void {
    if (stopping) return;
    shortLives = livedMs < SHORT_LIVES.ms ? shortLives + 1 : 0;
    if (shortLives >= SHORT_LIVES.times) broken.resolve();
    else start().catch(() => replace(0));
  }

  async function answersTo(question: string): Promise<Answers> {
    const answers = await Promise.all([...running].map((child) => child.ask(question, MEASURE_MS)));
    return Array.from({ length: Math.max(count, answers.length) }, (_, at) => answers[at] ?? null);
  }

  const stop = async () => {
    stopping = true;
    await Promise.all([...running].map((child) => child.stop(STOP_MS)));
  };
  try {
    await Promise.all(Array.from({ length: count }, start));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    pids: () => [...running].map((child) => child.pid),
    send: (message) => {
      for (const child of running) child.send(message);
    },
    isBusy: async () => (await Promise.all([...running].map(isBusy))).some(Boolean),
    measured: () => answersTo("measure"),
    metrics: () => answersTo("metrics?"),
    figures: () => answersTo("figures?"),
    broken: broken.promise,
    stop,
  };
}

/** Whether a child reports that it is still working on something. */
export async function isBusy(child: Child): Promise<boolean> {
  const answer = await child.ask("idle?", 5_000);
  return answer !== null && answer.idle !== true;
}
