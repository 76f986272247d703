import { WebSocket } from "ws";

/** A process's memory after garbage collection, in MB. */
export interface Collected {
  rssMb: number;
  /** The memory used by live objects and buffers. */
  liveMb: number;
}

/**
 * Forces garbage collection in a Node process through its inspector, and measures the remaining memory. The process
 * must have been started with `NODE_OPTIONS=--inspect-port=0`. @param output returns the output of the process and its
 * parents, in which the inspector prints its address.
 */
export async function collected(pid: number, output: () => string): Promise<Collected> {
  const before = output().length;
  process.kill(pid, "SIGUSR1");
  const url = await addressIn(() => output().slice(before));
  const socket = new WebSocket(url);
  await new Promise((resolve) => socket.once("open", resolve));
  const ask = asker(socket);
  // A later collection frees memory that an earlier one leaves to finalizers.
  for (let n = 0; n < 3; n++) await ask("HeapProfiler.collectGarbage", {});
  const expression = "JSON.stringify(process.memoryUsage())";
  const answer = await ask("Runtime.evaluate", { expression });
  await ask("Runtime.evaluate", { expression: "process.getBuiltinModule('node:inspector').close()" }).catch(() => {});
  socket.terminate();
  const { result } = answer as { result: { value: string } }; // the protocol's own shape
  const { rss, heapUsed, external } = JSON.parse(result.value) as NodeJS.MemoryUsage;
  return { rssMb: rss / 2 ** 20, liveMb: (heapUsed + external) / 2 ** 20 };
}

async function addressIn(printed: () => string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const url = /Debugger listening on (ws:\S+)/.exec(printed())?.[1];
    if (url) return url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The process did not open its inspector.");
}

/** Returns a function that sends numbered requests. If the process closes the connection, unanswered requests fail. */
function asker(socket: WebSocket) {
  let last = 0;
  return (method: string, params: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      const look = (data: Buffer) => {
        const said = JSON.parse(String(data)) as { id?: number; result?: unknown }; // the protocol's own shape
        if (said.id !== id) return;
        socket.off("message", look);
        resolve(said.result);
      };
      socket.on("message", look);
      socket.once("close", () => reject(new Error("The inspector closed.")));
      socket.send(JSON.stringify({ id, method, params }));
    });
}
