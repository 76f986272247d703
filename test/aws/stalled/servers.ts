import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Worker } from "node:worker_threads";

/** A server that never lets its callers finish. */
export interface Stalled {
  url: string;
  stop(): Promise<unknown>;
}

/** Accepts connections and requests, then calls `act`. If `act` is null, it never answers. */
async function listening(act: ((socket: Socket) => void) | null): Promise<Stalled> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", () => act?.(socket));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Accepts requests and never answers. */
export const neverAnswers = () => listening(null);

/** Begins each answer as if all were well, and stops in the middle of its body. */
export const stopsMidAnswer = () =>
  listening((socket) => {
    if (socket.bytesWritten > 0) return;
    socket.write("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n{"half":');
  });

/** More callers than fit in its queue. */
const CALLERS = 8;

/** Listens but never accepts a connection: its thread is blocked, and its queue of callers is full. */
export async function neverAccepts(): Promise<Stalled> {
  const worker = new Worker(
    `const { parentPort } = require("node:worker_threads");
     const server = require("node:net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
     });`,
    { eval: true },
  );
  const [port] = (await once(worker, "message")) as [number]; // what the lines above send
  const callers = Array.from({ length: CALLERS }, () => connect(port, "127.0.0.1").on("error", () => {}));
  const [first] = callers;
  if (first?.connecting) await once(first, "connect");
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      for (const caller of callers) caller.destroy();
      await worker.terminate();
    },
  };
}
