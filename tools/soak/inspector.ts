import { eventually } from "../../test/support/eventually.ts";

/** A process that Node's inspector is connected to. */
export interface Inspected {
  /** Evaluates an expression in the process. @throws the exception's text. */
  evaluate<T>(expression: string): Promise<T>;
  collectGarbage(): Promise<void>;
  /** Writes a heap snapshot in V8's JSON format. The process is paused while the snapshot is being written. */
  writeHeapSnapshot(path: string): Promise<void>;
  close(): void;
}

const LISTENS = /Debugger listening on (ws:\/\/\S+)/g;
const OPENS_MS = 30_000;

interface Said {
  id?: number;
  result?: { result?: { value?: unknown }; exceptionDetails?: { text: string } };
  error?: { message: string };
}

/**
 * Opens a running process's inspector with a signal (SIGUSR1), so the process runs normally until then. It must have
 * been started with `--inspect-port=0`. @param output returns the process's output so far, which contains the
 * inspector's address.
 */
export async function inspect(pid: number, output: () => string): Promise<Inspected> {
  const known = new Set([...output().matchAll(LISTENS)].map(([, url]) => url));
  process.kill(pid, "SIGUSR1");
  const opened = () => [...output().matchAll(LISTENS)].map(([, url]) => url).find((url) => url && !known.has(url));
  const url = await eventually("the inspector to listen", opened, OPENS_MS);
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`The inspector of process ${pid} can't be reached.`));
  });
  const waiting = new Map<number, PromiseWithResolvers<NonNullable<Said["result"]>>>();
  socket.onmessage = ({ data }) => {
    const said = JSON.parse(String(data)) as Said; // of the inspector
    const asked = waiting.get(said.id ?? 0);
    waiting.delete(said.id ?? 0);
    if (said.error) asked?.reject(new Error(said.error.message));
    else asked?.resolve(said.result ?? {});
  };
  socket.onclose = () => {
    for (const asked of waiting.values()) asked.reject(new Error(`Process ${pid} has ended.`));
    waiting.clear();
  };
  let last = 0;
  const ask = (method: string, params: object = {}) => {
    const id = ++last;
    const asked = Promise.withResolvers<NonNullable<Said["result"]>>();
    waiting.set(id, asked);
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id, method, params }));
    else asked.reject(new Error(`Process ${pid} has ended.`));
    return asked.promise;
  };
  async function evaluate<T>(expression: string) {
    const { result, exceptionDetails } = await ask("Runtime.evaluate", { expression, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result?.value as T; // JSON of the expression
  }
  return {
    evaluate,
    collectGarbage: async () => void (await ask("HeapProfiler.collectGarbage")),
    async writeHeapSnapshot(path) {
      // The process writes the file itself, because sending the snapshot in chunks over the inspector connection takes
      // several times as long.
      await evaluate(`void process.getBuiltinModule("node:v8").writeHeapSnapshot(${JSON.stringify(path)})`);
    },
    close: () => socket.close(),
  };
}
