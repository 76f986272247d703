import { randomBytes, timingSafeEqual } from "node:crypto";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { AwsError } from "../service/aws-error.ts";
import type { Json } from "../service/service.ts";

/**
 * Calls an action of the table, the queues or the bus. @param gone aborted when the response is no longer needed.
 * @throws AwsError for a refusal, or SocketBroken if no response arrived.
 */
export type AskService = (action: string, input: Json, gone: AbortSignal) => Promise<Json>;

/**
 * Thrown if no response arrived, although the request may have been carried out. Has the same name as the SDK's own
 * error for this case.
 */
export class SocketBroken extends Error {
  override readonly name = "TimeoutError";
}

/**
 * How long to wait for a response: as long as a session waits for an HTTP response. For a long poll, the poll's own
 * wait is added.
 */
const ANSWER_MS = 8_000;

type Question = [id: number, action: string, input: Json];
/** Indicates that the response to this request is no longer needed. */
type Gone = [id: number];
type Refusal = Pick<AwsError, "code" | "message" | "fields" | "status">;
type Answer = [id: number, output: Json | null, error?: Refusal];

/**
 * Serves the table, queues and bus to other processes on this machine, as lines of JSON. With signed HTTP requests, a
 * third of each request's time was spent on HTTP and signatures. Each process has one connection and sends the secret
 * first. When a process disconnects, its requests are aborted, so a long poll doesn't receive messages for a process
 * that has ended.
 */
export async function serveServiceSocket(ask: AskService): Promise<{ address: string; stop(): Promise<void> }> {
  const secret = randomBytes(24).toString("hex");
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy()).once("close", () => open.delete(socket));
    socket.setNoDelay(true);
    let isTrusted = false;
    const asked = new Map<number, AbortController>();
    socket.once("close", () => {
      for (const gone of asked.values()) gone.abort();
    });
    const take = async ([id, action, input]: Question) => {
      const gone = new AbortController();
      asked.set(id, gone);
      const said = await answer(ask, [id, action, input], gone.signal);
      asked.delete(id);
      write(socket, said);
    };
    onLines(socket, (line) => {
      const said = isTrusted && (JSON.parse(line) as Question | Gone);
      if (said) void (said.length === 1 ? asked.get(said[0])?.abort() : take(said));
      else if (isSecret(line, secret)) isTrusted = true;
      else socket.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    address: `${port}:${secret}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/**
 * Calls `take` for each line. A killed process resets its socket or leaves an incomplete line. Either case must only
 * close the connection, without ending this process. (readline re-emits the socket's error and throws it if there is no
 * listener.)
 */
function onLines(socket: Socket, take: (line: string) => void): void {
  const lines = createInterface(socket);
  lines.on("error", () => socket.destroy());
  lines.on("line", (line) => {
    try {
      take(line);
    } catch {
      socket.destroy();
    }
  });
}

function isSecret(said: string, secret: string): boolean {
  return said.length === secret.length && timingSafeEqual(Buffer.from(said), Buffer.from(secret));
}

async function answer(ask: AskService, [id, action, input]: Question, gone: AbortSignal): Promise<Answer> {
  try {
    return [id, await ask(action, input, gone)];
  } catch (error) {
    const { code, message, fields, status } =
      error instanceof AwsError ? error : new AwsError("InternalServerError", String(error), { status: 500 });
    return [id, null, { code, message, fields, status }];
  }
}

/** Writes all lines from one event loop turn together, because each write to a socket is a system call. */
function write(socket: Socket, said: Question | Gone | Answer): void {
  if (socket.destroyed) return;
  if (socket.writableCorked === 0) {
    socket.cork();
    process.nextTick(() => socket.uncork());
  }
  socket.write(`${JSON.stringify(said)}\n`);
}

interface Waiting {
  resolve(output: Json): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
  /** Stops listening for the caller's disconnection. */
  end(): void;
}

/**
 * Creates the client side. It connects on the first request and reconnects if the connection breaks. @param address as
 * returned by `serveServiceSocket`.
 */
export function serviceSocket(address: string): AskService {
  const [port = "", secret = ""] = address.split(":");
  const waiting = new Map<number, Waiting>();
  let socket: Socket | null = null;
  let last = 0;

  function open(): Socket {
    const opened = connect(Number(port), "127.0.0.1");
    opened.setNoDelay(true);
    opened.unref();
    opened.write(`${secret}\n`);
    onLines(opened, (line) => {
      const [id, output, error] = JSON.parse(line) as Answer; // of serveServiceSocket
      if (output) settle(id, (one) => one.resolve(output));
      else if (error) settle(id, (one) => one.reject(new AwsError(error.code, error.message, error)));
    });
    opened.on("error", () => opened.destroy());
    opened.once("close", () => {
      if (socket === opened) socket = null;
      for (const id of [...waiting.keys()]) settle(id, (one) => one.reject(broken()));
    });
    return opened;
  }

  function settle(id: number, tell: (one: Waiting) => void): void {
    const one = waiting.get(id);
    if (!one) return;
    waiting.delete(id);
    clearTimeout(one.timer);
    one.end();
    if (waiting.size === 0) socket?.unref();
    tell(one);
  }

  return (action, input, gone) =>
    new Promise((resolve, reject) => {
      gone.throwIfAborted();
      socket ??= open();
      const asked = socket;
      const id = ++last;
      const timer = setTimeout(() => settle(id, (one) => one.reject(broken())), ANSWER_MS + waitMsOf(input));
      const leave = () => {
        write(asked, [id]);
        settle(id, (one) => one.reject(gone.reason as Error)); // an abort's reason
      };
      gone.addEventListener("abort", leave, { once: true });
      waiting.set(id, { resolve, reject, timer, end: () => gone.removeEventListener("abort", leave) });
      socket.ref();
      write(socket, [id, action, input]);
    });
}

/** Returns how long the queues should wait for a message. */
const waitMsOf = ({ WaitTimeSeconds }: Json) => (typeof WaitTimeSeconds === "number" ? WaitTimeSeconds * 1_000 : 0);

const broken = () => new SocketBroken("The line to the embedded services broke before the answer came.");
