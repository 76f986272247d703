import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "../../core/ports.ts";
import { askedFromElsewhere, forThisMachine } from "../../simulated-network/src/process/this-machine-only.ts";
import { anthropicError, anthropicHeaders } from "./anthropic/error.ts";
import { serveAnthropic } from "./anthropic/serve-anthropic.ts";
import { openaiError, openaiHeaders } from "./openai/error.ts";
import { serveOpenai } from "./openai/serve-openai.ts";
import { type AiCall, KeptCalls } from "./wire/kept-calls.ts";
import { BodyError, type RequestBody, readRequest } from "./wire/read-request.ts";
import { RequestRefused, type WireAnswer } from "./wire/wire-answer.ts";

/** A simulated AI provider listening on this machine. */
export interface AiProvider {
  /** The base URL for the paths of both providers and for `GET /calls`. */
  readonly url: string;
  /** Returns the received prompts, oldest first. */
  calls(): AiCall[];
  stop(): Promise<void>;
}

interface Provider {
  clock: Clock;
  calls: KeptCalls;
  number: number;
}

/**
 * Starts a simulation of OpenAI and Anthropic on the loopback interface, with their wire formats, errors and headers,
 * and with rule-based answers. Keys `sk-demo-…` and `sk-ant-demo-…` work. A key that ends in `-bad`, `-nocredit`,
 * `-slow`, `-limited`, `-gone`, `-down` or `-refuse` fails in that way (each provider's faults.ts lists more specific
 * failures). `GET /calls` returns every prompt.
 * @param options.port 0 for any free port. @param options.clock determines the delay of `-slow` keys.
 * @throws node:net Error if the port is in use.
 */
export async function startAiProvider(options: { port: number; clock: Clock }): Promise<AiProvider> {
  const provider: Provider = { clock: options.clock, calls: new KeptCalls(), number: 0 };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    serve(provider, request, response).catch(() => response.destroy()); // the client disconnected
  };
  const server = createServer(forThisMachine(askedFromElsewhere, listener));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  return {
    // The cast is safe: a server that listens on a port always has this type of address.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => provider.calls.list(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const number = ++provider.number;
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const { status, headers, body } = await respond(provider, request, { number, signal: gone.signal });
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

async function respond(
  { clock, calls }: Provider,
  request: IncomingMessage,
  { number, signal }: { number: number; signal: AbortSignal },
): Promise<WireAnswer> {
  const { method = "GET", headers } = request;
  const path = new URL(request.url ?? "/", "http://provider").pathname;
  if (method === "GET" && path === "/calls") return { status: 200, headers: {}, body: calls.list() };

  const isAnthropic = path === "/v1/messages" || headers["anthropic-version"] !== undefined;
  const id = `req_${String(number).padStart(24, "0")}`;
  const own = isAnthropic ? anthropicHeaders(id) : openaiHeaders(id);
  const answer = await tried(isAnthropic, async () => {
    const body: RequestBody = await readRequest(request);
    calls.add(clock.now(), path, body.json);
    const wait = (sec: number) => clock.until(new Date(clock.now().getTime() + sec * 1000), signal);
    const asked = { ...body, method, path, headers, now: clock.now(), id: id.slice(4), wait };
    return await (isAnthropic ? serveAnthropic(asked) : serveOpenai(asked));
  });
  return { ...answer, headers: { ...own, ...answer.headers }, body: withRequestId(answer.body, isAnthropic, id) };
}

/** Returns the answer, or the provider's own answer to a thrown error. */
async function tried(isAnthropic: boolean, work: () => Promise<WireAnswer>): Promise<WireAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestRefused) return error.answer;
    if (!(error instanceof BodyError)) throw error;
    const { status, message } = error;
    return isAnthropic
      ? anthropicError(status, "invalid_request_error", message)
      : openaiError(status, { message, type: "invalid_request_error" });
  }
}

/** Anthropic's errors also name their request in the body. */
function withRequestId(body: unknown, isAnthropic: boolean, request_id: string): unknown {
  return isAnthropic && Object(body).type === "error" ? { ...Object(body), request_id } : body;
}
