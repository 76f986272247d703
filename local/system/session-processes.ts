import { type Child, startChild } from "./child.ts";

const ENTRY = new URL("../../session-service/main.ts", import.meta.url);
/**
 * Options for a session process on this machine. The preloaded modules make it access the table over the socket and
 * report its resource usage.
 */
const ON_THE_SOCKET = {
  preload: [
    new URL("../aws/socket/preload.ts", import.meta.url),
    new URL("./watching/answer-figures.ts", import.meta.url),
  ],
};
const STOP_MS = 3_000;
/** How long a process's event loop may be blocked before the process counts as unhealthy. */
const MEASURE_MS = 2_000;
/** How many processes in a row may end soon after starting before we stop starting new ones. */
const SHORT_LIVES = { times: 5, ms: 5_000 };

/** One answer per process, in an order that changes only if a process is replaced. */
type Answers = (Record<string, unknown> | null)[];

/** The session service on this machine: a single process, or several that share the numbers. */
export interface SessionProcesses {
  /** Returns the ids of the processes that are ready. */
  pids(): number[];
  /** Sends a message to every process. */
  send(message: Record<string, unknown>): void;
  isBusy(): Promise<boolean>;
  /** Returns what each process reports about itself, or null for a process that is missing or doesn't answer. */
  measured(): Promise<Answers>;
  /** Returns the metrics of each process, or null for a process that is missing or doesn't answer. */
  metrics(): Promise<Answers>;
  /** Returns the resource usage of each process, or null for a process that is missing or doesn't answer. */
  figures(): Promise<Answers>;
  /** Resolves if processes keep ending soon after they start. */
  broken: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the processes and waits until all are ready. A process that ends on its own is replaced, as in ECS. A single
 * process keeps its task id and takes its numbers back immediately. If there are several, replacements get new ids, so
 * the others take over a dead process's numbers.
 * @param how how to start each process; by default, it is started the way a single machine needs it.
 * @param changed called for each new process.
 * @throws the child's own error message if a process can't start.
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

/** Whether a child process reports having work left to do. */
export async function isBusy(child: Child): Promise<boolean> {
  const answer = await child.ask("idle?", 5_000);
  return answer !== null && answer.idle !== true;
}
