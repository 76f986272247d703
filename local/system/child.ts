import { type ChildProcess, fork } from "node:child_process";

/**
 * Returns the flag that sets the size of the young generation, as in the command that started the gateway
 * (docs/decisions/0200). By default, V8 reserves 48 MiB per process for young objects and returns little of it while
 * the process is idle.
 */
const heapFlags = () => process.execArgv.filter((flag) => flag.startsWith("--max-semi-space-size="));

/** A part of the gateway that runs in a separate process and receives messages over Node's IPC channel. */
export interface Child {
  /** The message the child sent when it was ready. */
  ready: Record<string, unknown>;
  pid: number;
  send(message: Record<string, unknown>): void;
  /**
   * Sends a question and waits for the answer with the same id. Returns null if the child has ended or doesn't answer
   * in time.
   */
  ask(kind: string, timeoutMs: number): Promise<Record<string, unknown> | null>;
  onMessage(listener: (message: Record<string, unknown>) => void): void;
  /** Resolves when the process has ended, regardless of the cause. */
  ended: Promise<void>;
  /** Asks the child to stop, and kills it if it hasn't ended in time. */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Starts `entry` as a child process and waits until it reports that it is ready. @param env added to this process's
 * variables.
 * @param own.preload modules to load first. @param own.isWhole whether `env` contains all of the child's variables.
 * @throws the child's own error message if it couldn't start.
 */
export async function startChild(
  name: string,
  entry: URL,
  env: Record<string, string>,
  { preload = [], isWhole = false }: { preload?: readonly URL[]; isWhole?: boolean } = {},
): Promise<Child> {
  const child = fork(entry, {
    env: isWhole ? env : { ...process.env, ...env },
    execArgv: [
      "--disable-warning=ExperimentalWarning",
      ...heapFlags(),
      ...preload.flatMap(({ href }) => ["--import", href]),
    ],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    serialization: "json",
  });
  // A message to a child that is about to exit fails with an error event, which nothing else handles. `exit` follows.
  child.on("error", () => {});
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const ready = await firstWord(name, child);

  let asked = 0;
  return {
    ready,
    pid: Number(child.pid), // it was ready, so it has one
    ended,
    send: (message) => {
      if (child.connected) child.send(message);
    },
    onMessage: (listener) => {
      child.on("message", (message) => listener(message as Record<string, unknown>)); // our own children's JSON
    },
    ask(kind, timeoutMs) {
      if (!child.connected) return Promise.resolve(null);
      const id = `${name}-${++asked}`;
      return new Promise((resolve) => {
        const finish = (answer: Record<string, unknown> | null) => {
          clearTimeout(timer);
          child.off("message", onMessage);
          resolve(answer);
        };
        const onMessage = (message: unknown) => {
          const answer = message as Record<string, unknown>; // our own children's JSON
          if (answer.id === id) finish(answer);
        };
        const timer = setTimeout(() => finish(null), timeoutMs);
        child.on("message", onMessage);
        child.send({ kind, id });
      });
    },
    async stop(timeoutMs) {
      if (child.connected) child.send({ kind: "stop" });
      const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

function firstWord(name: string, child: ChildProcess): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      const said = message as Record<string, unknown>; // our own children's JSON
      if (said.kind === "ready") resolve(said);
      else if (said.kind === "failed") reject(new Error(String(said.message)));
      else return;
      child.off("message", onMessage);
    };
    child.on("message", onMessage);
    // The process couldn't be started at all, due to a lack of memory or process slots.
    child.once("error", (error) => reject(new Error(`The ${name} could not be started: ${error.message}.`)));
    child.once("exit", (code, signal) => {
      reject(
        new Error(
          `The ${name} exited while starting (${signal ?? `exit code ${code}`}). See its log lines above for the reason.`,
        ),
      );
    });
  });
}
