import { randomBytes, timingSafeEqual } from "node:crypto";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { AwsError } from "../service/aws-error.ts";
import type { Json } from "../service/service.ts";

/** Asks the table for one action. @throws AwsError the refusal; LineBroken when no answer came. */
export type AskTable = (action: string, input: Json) => Promise<Json>;

/** No answer came, though the request may have been done. It is named as the SDK's own error for this. */
export class LineBroken extends Error {
  override readonly name = "TimeoutError";
}

/** The same patience as a session has for an answer by HTTP. */
const ANSWER_MS = 8_000;

type Question = [id: number, action: string, input: Json];
type Refusal = Pick<AwsError, "code" | "message" | "fields" | "status">;
type Answer = [id: number, output: Json | null, error?: Refusal];

/**
 * Serves the table to other processes of this machine as lines of JSON, one connection for each process. HTTP with a
 * signature made up a third of a request's time. A client sends the secret first.
 */
export async function serveTableLine(ask: AskTable): Promise<{ address: string; stop(): Promise<void> }> {
  const secret = randomBytes(24).toString("hex");
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy()).once("close", () => open.delete(socket));
    socket.setNoDelay(true);
    let isTrusted = false;
    onLines(socket, (line) => {
      if (isTrusted) void answer(ask, JSON.parse(line) as Question).then((said) => write(socket, said));
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
 * Hands over each line. A process that is killed resets its socket, or leaves half a line: that ends the line alone,
 * not the process that reads it (readline repeats the socket's error, and throws it when nobody listens).
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

async function answer(ask: AskTable, [id, action, input]: Question): Promise<Answer> {
  try {
    return [id, await ask(action, input)];
  } catch (error) {
    const { code, message, fields, status } =
      error instanceof AwsError ? error : new AwsError("InternalServerError", String(error), { status: 500 });
    return [id, null, { code, message, fields, status }];
  }
}

function write(socket: Socket, said: Question | Answer): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(said)}\n`);
}

interface Waiting {
  resolve(output: Json): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** The client's end. It connects at the first question, and again after a break. @param address of `serveTableLine`. */
export function tableLine(address: string): AskTable {
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
      const [id, output, error] = JSON.parse(line) as Answer; // of serveTableLine
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
    if (waiting.size === 0) socket?.unref();
    tell(one);
  }

  return (action, input) =>
    new Promise((resolve, reject) => {
      socket ??= open();
      const id = ++last;
      const timer = setTimeout(() => settle(id, (one) => one.reject(broken())), ANSWER_MS);
      waiting.set(id, { resolve, reject, timer });
      socket.ref();
      write(socket, [id, action, input]);
    });
}

const broken = () => new LineBroken("The line to the table broke before the answer came.");
