import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { askedFromElsewhere } from "../machine/this-machine-only.ts";
import { AwsError } from "./aws-error.ts";
import type { Faults } from "./faults.ts";
import { isObject } from "./input.ts";
import type { Json, RawService, Service, TableUse, Watch } from "./service.ts";
import { WEATHER_PATH } from "./table-weather.ts";

/** One request as a service action. */
export interface Route {
  service: Service;
  action: string;
  /** Members of the input that came by path and query. */
  input: Json;
}

/** The door to all services. */
export interface Front {
  url: string;
  /** The same for a caller in this process, or on a line of its own. @throws AwsError the answer. */
  dispatch(route: Route, input: Json, gone: AbortSignal): Promise<Json>;
  stop(): Promise<void>;
}

/** The one HTTP server in front of all services. */
export async function startFront(options: {
  port: number;
  /** Asked first. */
  files: RawService;
  route: (request: IncomingMessage) => Route | string;
  /** Throws when a request for another service than files is not signed as it must be. */
  checkSigned: (request: IncomingMessage, body: string) => void;
  faults: Faults;
  /** How the table behaves from now on. @throws a plain sentence. */
  setWeather: (wish: unknown) => void;
  conflict: (action: string, input: Json) => AwsError | null;
  count: (action: string) => void;
  /** Sees every answered request; null: nobody counts. */
  watch: Watch | null;
  warn: (message: string) => void;
}): Promise<Front> {
  let stopping = false;

  async function answerFiles(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let name = "a request for files";
    try {
      await options.files.serve(request, response, async (action) => {
        name = action;
        options.count(action);
        await injectFault(options, options.files.throttle, action, {});
        options.watch?.({ action, input: {}, output: null, uses: [] });
      });
    } catch (error) {
      // A client that went away, or a stop in the middle, is no failure of the emulator.
      if (!stopping && !response.destroyed) options.warn(`${name} failed inside the emulator: ${detail(error)}`);
      response.destroy();
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "PUT" && request.url === WEATHER_PATH) {
      const refusal = askedFromElsewhere(request);
      if (refusal !== null) return void response.writeHead(403).end(refusal);
      return setWeather(await readBody(request), response);
    }
    if (options.files.claims(request)) return answerFiles(request, response);
    const body = await readBody(request);
    const route = options.route(request);
    if (typeof route === "string") {
      options.warn(`${route} is not emulated here.`);
      const error = new AwsError("UnknownOperationException", `${route} is not emulated here.`);
      return sendError(response, error, "json-1.0", error.status);
    }
    try {
      options.checkSigned(request, body);
      const input = { ...parse(body), ...route.input };
      send(response, 200, await dispatch(route, input, goneSignal(response)), route.service.protocol, {});
    } catch (error) {
      const known = error instanceof AwsError ? error : new AwsError("InternalServerError", String(error));
      if (error !== STOPPED) sendError(response, known, route.service.protocol, known.status);
    }
  }

  /** Does what a request asks for. @throws AwsError the answer; STOPPED when nobody waits for one. */
  async function dispatch({ service, action }: Route, input: Json, gone: AbortSignal): Promise<Json> {
    options.count(action);
    const uses: TableUse[] = [];
    const use = options.watch && ((one: TableUse) => void uses.push(one));
    try {
      await injectFault(options, () => new AwsError(service.throttle, THROTTLED), action, input);
      const run = service.actions[action];
      if (!run) throw new Error(`${action} was routed without an action.`);
      const output = await run(input, { gone, use });
      options.watch?.({ action, input, output, uses });
      return output;
    } catch (error) {
      options.watch?.({ action, input, output: null, uses, ...(error instanceof AwsError && { refused: error }) });
      if (error instanceof AwsError) throw error;
      if (stopping) throw STOPPED; // its store was closed under it
      options.warn(`${action} failed inside the emulator: ${detail(error)}`);
      throw new AwsError("InternalServerError", `${action} failed: ${String(error)}`, { status: 500 });
    }
  }

  function setWeather(body: string, response: ServerResponse): void {
    try {
      options.setWeather(parse(body));
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(400).end(error instanceof Error ? error.message : "");
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy()); // the client went away in the middle
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const address = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${address.port}`,
    dispatch,
    async stop() {
      stopping = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The services were stopped in the middle of a request. */
const STOPPED = new AwsError("ServiceUnavailable", "The embedded services are stopping.", { status: 503 });

const THROTTLED = "Slow down (injected fault).";

const detail = (error: unknown) => (error instanceof Error ? error.stack : String(error));

async function injectFault(
  options: { faults: Faults; conflict: (action: string, input: Json) => AwsError | null },
  throttled: () => AwsError,
  action: string,
  input: Json,
): Promise<void> {
  const delayMs = options.faults.delayMs?.(action) ?? 0;
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  const fault = options.faults.fail?.(action) ?? null;
  if (fault === "throttle") throw throttled();
  const conflict = fault === "conflict" ? options.conflict(action, input) : null;
  if (conflict) throw conflict;
}

/** Aborts when the connection ends before the answer, by the client or by `stop`. */
function goneSignal(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once("close", () => response.writableFinished || closed.abort());
  return closed.signal;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function parse(body: string): Json {
  if (body === "") return {};
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch {
    // answered below, like JSON of another kind
  }
  throw new AwsError("SerializationException", "The body must be one JSON object.");
}

const CONTENT_TYPES = {
  "json-1.0": "application/x-amz-json-1.0",
  "json-1.1": "application/x-amz-json-1.1",
  rest: "application/json",
} as const;

function send(
  response: ServerResponse,
  status: number,
  body: Json,
  protocol: Service["protocol"],
  headers: Record<string, string>,
): void {
  if (response.destroyed) return;
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    "content-type": CONTENT_TYPES[protocol],
    "content-length": bytes.length,
    // Node's own is of the last time it looked at the clock; clients go by it.
    date: new Date().toUTCString(),
    "x-amzn-requestid": crypto.randomUUID(),
    ...headers,
  });
  response.end(bytes);
}

function sendError(response: ServerResponse, error: AwsError, protocol: Service["protocol"], status: number): void {
  // SQS alone has both names; the other clients ignore this header, and Scheduler reads only the second.
  const headers = { "x-amzn-query-error": `${error.queryCode};Sender`, "x-amzn-errortype": error.code };
  const body = { __type: error.code, message: error.message, Message: error.message, ...error.fields };
  send(response, status, body, protocol, headers);
}
