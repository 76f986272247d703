import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps, Agent as TlsAgent } from "node:https";
import { buildQueryString } from "@smithy/core/protocols";
import type { RequestLimits } from "./request-limits.ts";

/** A request as the SDK passes it to its HTTP handler. */
interface SignedRequest {
  protocol: string;
  hostname: string;
  port?: number;
  method: string;
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** A response with its complete body. */
interface Answer {
  response: { statusCode: number; headers: Record<string, string>; body: Uint8Array };
}

/** The number of connections that the SDK's own handler allows. */
const CONNECTIONS = 50;

/**
 * The HTTP handler for clients that are called constantly or run in a function, and that receive small responses. It
 * reads each response whole instead of streaming it, and runs only one timer at a time. Its limits, connections and
 * errors match those of the SDK's handler, which it replaces through the SDK's own setting (docs/decisions/0125).
 */
export class LeanHandler {
  readonly metadata = { handlerProtocol: "http/1.1" };
  readonly #limits: RequestLimits;
  readonly #plain: Agent;
  readonly #secure: TlsAgent;

  constructor(limits: RequestLimits, { most = CONNECTIONS, idle }: { most?: number; idle?: number } = {}) {
    const options = { keepAlive: true, maxSockets: most, ...(idle !== undefined && { maxFreeSockets: idle }) };
    this.#limits = limits;
    this.#plain = new Agent(options);
    this.#secure = new TlsAgent(options);
  }

  /** @throws TimeoutError, AbortError, or the socket's own errors, in the form that the SDK expects. */
  handle(
    { protocol, hostname, port, method, path, query = {}, headers, body }: SignedRequest,
    { abortSignal }: { abortSignal?: AbortSignal } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (abortSignal?.aborted) return reject(abortError(abortSignal));
      const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
      const queried = buildQueryString(query);
      const options = { host, port, method, path: queried === "" ? path : `${path}?${queried}`, headers };
      const request =
        protocol === "https:"
          ? requestHttps({ ...options, agent: this.#secure })
          : requestHttp({ ...options, agent: this.#plain });
      const abort = () => request.destroy(abortSignal && abortError(abortSignal));
      abortSignal?.addEventListener("abort", abort, { once: true });
      const waits = new Waits(request, this.#limits);
      const end = () => {
        waits.end();
        abortSignal?.removeEventListener("abort", abort);
      };
      const fail = (error: Error) => {
        end();
        reject(asTimeout(error));
      };
      request.on("error", fail);
      request.on("response", (response) => {
        waits.answered();
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => {
          waits.heard();
          parts.push(part);
        });
        response.on("error", fail);
        response.on("end", () => {
          end();
          resolve({
            response: { statusCode: response.statusCode ?? 0, headers: joined(response), body: whole(parts) },
          });
        });
      });
      request.end(body);
    });
  }

  destroy(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }

  /** The SDK calls these methods on every handler. */
  updateHttpClientConfig(): void {}
  httpHandlerConfigs(): object {
    return {};
  }
}

/**
 * Aborts a request if its current phase takes too long: waiting for a connection, for a response, or for more bytes of
 * the response.
 */
class Waits {
  readonly #request: ClientRequest;
  readonly #limits: RequestLimits;
  readonly #begunMs = performance.now();
  #timer: NodeJS.Timeout;

  constructor(request: ClientRequest, limits: RequestLimits) {
    this.#request = request;
    this.#limits = limits;
    this.#timer = this.#after(limits.connectMs, "there was no connection");
    request.once("socket", (socket) => {
      if (socket.connecting) socket.once("connect", () => this.#connected());
      else this.#connected();
    });
  }

  #connected(): void {
    const { answerMs } = this.#limits;
    this.#next(answerMs - (performance.now() - this.#begunMs), "there was no response");
  }

  /** Called when the response has started. */
  answered(): void {
    const { answerMs, silenceMs = answerMs } = this.#limits;
    this.#next(silenceMs, "the response was interrupted");
  }

  /** Called when more bytes of the response have arrived. */
  heard(): void {
    this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #next(ms: number, reason: string): void {
    clearTimeout(this.#timer);
    this.#timer = this.#after(ms, reason);
  }

  #after(ms: number, reason: string): NodeJS.Timeout {
    return setTimeout(
      () => {
        const error = new Error(`A request to AWS was abandoned: ${reason} within the time limit.`);
        this.#request.destroy(Object.assign(error, { name: "TimeoutError" }));
      },
      Math.max(1, ms),
    );
  }
}

/** The error names by which the SDK, and therefore `failureKind`, recognizes a broken connection. */
const BROKEN = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT"]);

function asTimeout(error: NodeJS.ErrnoException): Error {
  return BROKEN.has(error.code ?? "") ? Object.assign(error, { name: "TimeoutError" }) : error;
}

function abortError(signal: AbortSignal): Error {
  return Object.assign(new Error("The caller abandoned the request.", { cause: signal.reason }), {
    name: "AbortError",
  });
}

const whole = (parts: Buffer[]): Uint8Array => (parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));

const joined = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : (value ?? "")]),
  );
