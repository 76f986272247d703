import { connect } from "node:net";
import { SOCKETS, type SocketId } from "../../../core/contracts/sockets.ts";
import { handler as notFound } from "../../../functions/api/not-found/index.ts";
import { type ApiDeps, useDeps } from "../../../functions/own-deps.ts";
import { hintsOpener } from "../../../functions/panel-api/open-hints.ts";
import { connectHandler } from "../../../functions/stream/connect.ts";
import type { MovableClock } from "../../../local/machine/clock.ts";
import { type ApiServer, startApiServer } from "../../../local/system/api-server.ts";
import { EventStream } from "../../../local/system/event-stream.ts";
import { PanelHints } from "../../../local/system/panel-hints.ts";
import type { SocketServer } from "../../../local/system/upgrade-request.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { apiWorld } from "../api-world.ts";
import { panelWorld } from "../panel/panel-world.ts";
import type { WalkWorld } from "./walk-world.ts";

/** A server for one row of `SOCKETS`, with an in-memory table. */
export interface SocketWorld {
  server: ApiServer;
  table: MemoryTable;
  /** The headers that open a WebSocket, in addition to those of the handshake. */
  good: Record<string, string>;
  /** Messages that were logged as errors. */
  failures: string[];
  pass(seconds: number): void;
}

/** Creates a world for each row. If a row has none, the code doesn't compile. */
export const SOCKET_WORLDS: Record<SocketId, () => Promise<SocketWorld>> = {
  async "events.stream"() {
    const table = new MemoryTable();
    const world = apiWorld(table);
    const { key } = await world.key(await world.account());
    const failures = failuresOf(world.deps);
    const server = await serve(world.deps, streamOf(world));
    return { server, table, failures, good: { authorization: `Bearer ${key}` }, pass: passing(world) };
  },
  async "panel.hints"() {
    const table = new MemoryTable();
    const world = panelWorld(apiWorld(table));
    const { cookie } = await world.signedIn(await world.account(), "viewer");
    const { deps, clock } = world;
    const failures = failuresOf(deps);
    const hints = new PanelHints({ clock, log: deps.log, table: () => table, decide: hintsOpener(() => deps) });
    const server = await serve(deps, hints);
    deps.env.PANEL_URL = server.url;
    const good = { cookie: `session=${cookie}`, origin: server.localUrl };
    return { server, table, failures, good, pass: passing(world) };
  },
};

type Streamed = Pick<WalkWorld, "deps" | "clock" | "table"> | ReturnType<typeof apiWorld>;

/** Creates a world's event stream. */
export function streamOf({ deps, clock, table }: Streamed): EventStream {
  return new EventStream({
    clock,
    log: deps.log,
    table: () => table,
    connect: (connections) => {
      const handler = connectHandler(() => deps, connections);
      return (event, context) => handler(event as Parameters<typeof handler>[0], context); // completed by its first step
    },
  });
}

/** Collects everything that is logged as an error from now on. */
function failuresOf(deps: ApiDeps): string[] {
  const failures: string[] = [];
  const note = (fields: Record<string, unknown>, message: string) =>
    failures.push(`${message} ${fields.err instanceof Error ? fields.err.stack : ""}`);
  deps.log = { info: () => undefined, warn: () => undefined, error: note };
  return failures;
}

/** Serves WebSockets as a single machine does, including its responses to everything that isn't a handshake. */
export async function serve(deps: ApiDeps, socket: SocketServer): Promise<ApiServer> {
  useDeps(deps);
  const fallback = notFound as unknown as Parameters<typeof startApiServer>[0]["fallback"]; // as API Gateway calls it
  const clock = deps.clock as MovableClock; // a world's own
  return startApiServer({ port: 0, clock, fallback, routes: [], sockets: [socket] });
}

const passing =
  ({ clock }: Pick<ReturnType<typeof apiWorld>, "clock">) =>
  (seconds: number) =>
    clock.moveTo(new Date(clock.now().getTime() + seconds * 1000));

/** The response to a request for a WebSocket. */
export interface RawAnswer {
  status: number;
  headers: string;
  body: string;
}

/**
 * Sends a handshake byte by byte, where each character of a header is one byte. @param lines replace or follow the
 * lines of a correct handshake.
 */
export function sendHandshake({ url }: ApiServer, id: SocketId, query: string, lines: string[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const named = new Set(lines.map((line) => line.split(":")[0]?.toLowerCase()));
  const own = [
    `Host: ${hostname}:${port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
  ].filter((line) => !named.has(line.split(":")[0]?.toLowerCase()));
  const head = [`GET ${SOCKETS[id].path}${query && `?${query}`} HTTP/1.1`, ...own, ...lines, "", ""].join("\r\n");
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(head, "latin1")));
    let text = "";
    const finish = () => {
      socket.destroy();
      const [answer = "", ...body] = text.split("\r\n\r\n");
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
      resolve({ status, headers: answer, body: body.join("\r\n\r\n") });
    };
    socket.on("data", (bytes: Buffer) => {
      text += bytes.toString("utf8");
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      const isWhole = text.includes("\r\n\r\n") && Buffer.byteLength(text.split("\r\n\r\n")[1] ?? "") >= Number(length);
      if (text.startsWith("HTTP/1.1 101") || isWhole) finish();
    });
    socket.once("close", finish);
    socket.once("error", reject);
  });
}
