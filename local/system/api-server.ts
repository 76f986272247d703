import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { ERROR_TEXTS } from "../../core/errors.ts";
import { forThisMachine } from "../../simulated-network/src/process/this-machine-only.ts";
import type { MovableClock } from "../machine/clock.ts";
import { type AnswerPanelFile, atOwnName } from "../panel/panel-files.ts";
import { targetOf, toEvent } from "./api-event.ts";
import type { PassFile } from "./file-passage.ts";
import { lambdaContext } from "./lambda-context.ts";
import { type RequestFront, thisMachinesFront } from "./public-front.ts";
import { referenceSite } from "./reference-site.ts";
import { type SocketServer, socketServerFor } from "./upgrade-request.ts";
import type { Health } from "./watching/health.ts";
import { type RequestCounts, requestCounts } from "./watching/request-counts.ts";

/** API Gateway's own limit, so every body accepted here is also accepted in the cloud. */
const BODY_MAX_BYTES = 10 * 1024 * 1024;

/** In the cloud, these two responses come from API Gateway itself and have no code. An HTTP API can't change that. */
const TOO_LARGE = '{"message":"The body is over 6 MB. Send a smaller body.","code":"bad_request"}';
const FAILED = JSON.stringify({ message: ERROR_TEXTS.server_error, code: "server_error" });

/** The path that monitors and load balancers request. It needs no key. */
const HEALTH_PATH = "/health";

/** A route of the HTTP API: the method and path matched by API Gateway, and the function it calls. */
export interface LocalRoute {
  /** The HTTP method, or `ANY` for all methods. */
  method: string;
  /** The path, such as `/v1/instances/{id}`. A final `{proxy+}` matches everything below it. */
  path: string;
  handler: LambdaHandler;
}

/** A function behind the API. */
export type LambdaHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** A running API server. */
export interface ApiServer {
  /** The URL for people and programs, without a trailing slash. */
  url: string;
  /** The URL at which this machine itself reaches the server. */
  localUrl: string;
  stop(): Promise<void>;
  /** Returns the number of requests in progress. */
  inFlight(): number;
}

/** Options for starting the API server. */
export interface ApiServerOptions {
  port: number;
  routes: LocalRoute[];
  fallback: LambdaHandler;
  /** Handles a request under /identity from the client at `source`. If null or absent, such requests aren't served. */
  identity?: (request: IncomingMessage, response: ServerResponse, source: string) => Promise<void> | null;
  /** Serves the panel's pages. If null or absent, the panel isn't served. */
  panel?: AnswerPanelFile | null;
  /** Forwards requests with signed file links. If absent, such links point directly to the embedded S3. */
  passFile?: PassFile;
  /** Decides which requests to admit. If absent, only requests from this machine are admitted. */
  front?: RequestFront;
  /** Answers GET /health for anyone. If absent, the path gets no special treatment. */
  health?: () => Promise<Health>;
  /** Counts requests for the metrics. */
  counts?: RequestCounts;
  /** The servers that accept WebSockets. If absent, none are accepted. */
  sockets?: readonly SocketServer[];
  clock: MovableClock;
}

/**
 * Serves the API in place of API Gateway: matches the route table, calls the same handlers with the same payload
 * (format 2.0) and sends their responses. Requests that match no route go to `fallback`, as with `$default`. Also
 * serves the API reference, the guides and the panel's pages.
 * @throws a one-sentence error that mentions the port if it is in use.
 */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { front = thisMachinesFront, counts = requestCounts(), sockets = [] } = options;
  const matchers = options.routes.map((route) => ({ ...route, pattern: routePattern(route.path) })).sort(closestFirst);
  const reference = referenceSite({ hasPanel: Boolean(options.panel) });
  let inFlight = 0;
  let requests = 0;

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    inFlight++;
    answer(request, response)
      .catch(() => respond(response, { statusCode: 500, body: FAILED }))
      .finally(() => inFlight--);
  };
  const server = admittingServer({ front, counts, sockets }, serve);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const by = (route: string) => counts.name(response, route);
    by("sign-in");
    if (request.url?.startsWith("/identity/")) {
      const answered = options.identity?.(request, response, front.addressOf(request));
      if (answered) return answered;
    }
    by("files");
    const passed = options.passFile?.(request, response);
    if (passed) return passed;
    by("health");
    if (options.health && isReading(request) && targetOf(request.url ?? "/").pathname === HEALTH_PATH) {
      return respond(response, healthAnswer(await options.health()));
    }
    by("unmatched");
    const body = await readBody(request);
    if (body === null) return respond(response, { statusCode: 413, body: TOO_LARGE });
    const target = targetOf(request.url ?? "/");
    const asked = front.url ?? `http://${request.headers.host}`;
    const ofReference = isReading(request) ? reference(target.pathname, asked, request.headers) : null;
    if (ofReference) {
      by("reference");
      return respond(response, ofReference);
    }
    const route = matchers.find(
      (row) => (row.method === "ANY" || row.method === request.method) && row.pattern.test(target.pathname),
    );
    if (route) by(`${route.method} ${route.path}`);
    const page =
      !route && isReading(request) ? (options.panel?.(target.pathname, request.headers.accept) ?? null) : null;
    if (page) {
      by("panel");
      const address = `${target.pathname}${target.search}`;
      const moved = front.url === null ? atOwnName(request.headers.host, request.socket.localPort, address) : null;
      return respond(response, moved ?? page);
    }
    const event = toEvent(request, target, body, route?.path, route?.pattern.exec(target.pathname)?.groups, {
      requestId: `local-${++requests}`,
      now: options.clock.now(),
      source: front.addressOf(request),
    });
    const handler = route?.handler ?? options.fallback;
    respond(response, await handler(event, lambdaContext(event.requestContext.requestId)));
  }

  await listen(server, options.port, front.host);
  const { port } = server.address() as AddressInfo; // a TCP server's address
  const localUrl = `http://127.0.0.1:${port}`;
  return {
    url: front.url ?? localUrl,
    localUrl,
    inFlight: () => inFlight,
    stop: () => stop(server, sockets),
  };
}

/**
 * Creates a server that serves what the front admits. Requests for a WebSocket are left to its server, which asks the
 * front itself.
 */
function admittingServer(
  { front, counts, sockets }: { front: RequestFront; counts: RequestCounts; sockets: readonly SocketServer[] },
  serve: RequestListener,
): Server {
  const admit = forThisMachine((request) => front.refuses(request), serve, "bad_request");
  const shouldUpgradeCallback = (request: IncomingMessage) => socketServerFor(sockets, request) !== undefined;
  const server = createServer({ shouldUpgradeCallback }, (request, response) => {
    counts.begin(response);
    admit(request, response);
  });
  server.on("upgrade", (request, socket, head) =>
    socketServerFor(sockets, request)?.answer(request, socket, head, front),
  );
  return server;
}

async function stop(server: Server, sockets: readonly SocketServer[]): Promise<void> {
  await Promise.all(sockets.map((one) => one.stop())); // the server waits for their connections
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 1_000).unref();
  });
}

function healthAnswer({ isWell, reasons, warnings }: Health): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: isWell ? 200 : 503,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
    body: JSON.stringify({
      ...(isWell ? { status: "ok" } : { status: "unwell", reasons }),
      ...(warnings && { warnings }),
    }),
  };
}

function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE" ? `port ${port} is in use` : `port ${port} can't be opened (${error.code})`;
      reject(
        new Error(
          `The API can't start: ${why}. Stop the program that uses the port, or set PORT to a different port (0 = any free port).`,
        ),
      );
    });
    server.listen({ port, host }, resolve);
  });
}

/** GET or HEAD, which differ only in the body that Node leaves out. */
const isReading = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

function routePattern(path: string): RegExp {
  return new RegExp(
    `^${path
      .replaceAll(".", "\\.")
      .replace("{proxy+}", "(?<proxy>.+)")
      .replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`,
  );
}

/** Orders routes as API Gateway does: whole paths before prefixes, and longer prefixes first. */
function closestFirst(one: LocalRoute, other: LocalRoute): number {
  const reach = ({ path }: LocalRoute) => (path.includes("+}") ? path.length : Number.MAX_SAFE_INTEGER);
  return reach(other) - reach(one);
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes <= BODY_MAX_BYTES) chunks.push(chunk); // read to the end, so that the answer can be sent
  }
  return sizeBytes > BODY_MAX_BYTES ? null : Buffer.concat(chunks);
}

function respond(response: ServerResponse, result: APIGatewayProxyStructuredResultV2): void {
  const headers = Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)] as const);
  for (const [name, value] of headers) response.setHeader(name, value);
  if (!response.hasHeader("content-type") && result.body) response.setHeader("content-type", "application/json");
  if (result.cookies) response.setHeader("set-cookie", result.cookies);
  response.statusCode = result.statusCode ?? 200;
  response.end(result.isBase64Encoded ? Buffer.from(result.body ?? "", "base64") : result.body);
}
