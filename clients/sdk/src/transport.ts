import type { WholeAnswer } from "./answer.ts";
import { type AnswerShape, isAnswer } from "./answer-shape.ts";
import { ConnectionError, type ErrorCode, GatewayError } from "./errors.ts";
import type { Error as ErrorBody } from "./types.ts";
import { VERSION } from "./version.ts";

/** The options of a client. */
export interface GatewayOptions {
  /** An API key from the panel. Default: the environment variable MGW_API_KEY. */
  apiKey?: string;
  /** Your gateway's URL, without `/v1`. Default: the environment variable MGW_BASE_URL. */
  baseUrl?: string;
  /** How many times to retry a request after a temporary failure. Default: 2. */
  maxRetries?: number;
  /** How long a single attempt can take, in milliseconds. Default: 30,000. */
  timeoutMs?: number;
  /** Replaces the runtime's own `fetch`. */
  fetch?: typeof fetch;
}

/** Options for one call. */
export interface CallOptions {
  /** Aborts the call, including its retries and the waits between them. */
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
}

/** Options for a call that is safe to repeat with the same idempotency key. */
export interface KeyedOptions extends CallOptions {
  /**
   * Ensures that the gateway carries out the call only once. By default, a key is generated for each call and reused
   * for its retries. If you derive the key from the id of your order or row, the call isn't repeated even if your
   * program restarts.
   */
  idempotencyKey?: string;
}

/** Query values. Lists become repeated parameters. Undefined values are left out. */
export type QueryValues = Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>;

/** A request to the gateway. */
export interface Call {
  method: string;
  /** The path with its `{placeholders}`, which are filled with `ids` in order. */
  path: string;
  ids?: readonly string[] | undefined;
  query?: object | undefined;
  body?: unknown;
  /** Whether the request has an Idempotency-Key. */
  keyed?: boolean | undefined;
  /** The error code that the gateway returns for a repeated DELETE if an earlier attempt succeeded. */
  gone?: ErrorCode | undefined;
  /** The expected shape of the response. A response of any other shape is an error. */
  answer: AnswerShape;
  options?: KeyedOptions | undefined;
}

/** A response with its parsed JSON body, or undefined if the response has no body. */
export type Received = Omit<WholeAnswer<unknown>, "data"> & { json: unknown };

const MAX_WAIT_SEC = 60;
const WARNINGS_MAX = 100;
const FIRST_PAUSE_MS = 500;
/** HTTP methods that have the same effect when repeated. */
const SAFE = new Set(["GET", "PUT", "DELETE"]);

/** Sends requests with the API key, retries those that are safe to repeat, and parses the responses. */
export class Transport {
  readonly #key: string;
  readonly #base: string;
  readonly #options: GatewayOptions;
  readonly #warned = new Set<string>();

  constructor(options: GatewayOptions) {
    const key = options.apiKey ?? fromEnvironment("MGW_API_KEY");
    const base = options.baseUrl ?? fromEnvironment("MGW_BASE_URL");
    if (!key) throw new TypeError("Pass an apiKey, or set MGW_API_KEY. Keys are created in the panel.");
    if (!base) throw new TypeError("Pass the baseUrl of your gateway, or set MGW_BASE_URL.");
    this.#key = key;
    this.#base = new URL(base).href.replace(/\/+$/, "");
    this.#options = options;
  }

  /** @throws GatewayError if the gateway refuses the request, or ConnectionError if no response arrives. */
  async send(call: Call): Promise<Received> {
    const { method, options = {} } = call;
    const url = this.#url(call);
    const init = this.#init(call);
    const tries = 1 + (options.maxRetries ?? this.#options.maxRetries ?? 2);
    const mayRepeat = SAFE.has(method) || init.headers.has("idempotency-key");
    let mayBeDone = false;
    for (let tried = 1; ; tried++) {
      const failure = await this.#try(call, url, init).catch((error: unknown) => {
        options.signal?.throwIfAborted();
        return error;
      });
      if (!(failure instanceof Error)) return failure as Received;
      const own = mayBeDone ? await this.#ownWork(call, failure) : null;
      if (own) return own;
      mayBeDone ||= failure instanceof ConnectionError || (failure instanceof GatewayError && failure.status >= 500);
      const waitMs = tried < tries ? pauseAfter(failure, tried, mayRepeat) : null;
      if (waitMs === null) throw failure;
      await pause(waitMs, options.signal);
    }
  }

  /**
   * Checks whether a repeated DELETE was refused because an earlier attempt succeeded but its response was lost, so the
   * record no longer exists or is finished. @returns the response in that case, or null if the DELETE was refused for
   * another reason.
   */
  async #ownWork({ gone, answer, ...call }: Call, failure: Error): Promise<Received | null> {
    if (!gone || !(failure instanceof GatewayError)) return null;
    const { status, code, headers } = failure;
    const done = { json: undefined, status, headers, replayed: false };
    if (code === gone) return done;
    if (code !== "conflict") return null;
    try {
      const found = await this.send({ ...call, method: "GET", answer: "record" });
      if (!isOver((found.json as { data: object }).data)) return null;
      return answer === "none" ? done : found;
    } catch (error) {
      if (error instanceof GatewayError && error.code === gone) return done;
      throw error;
    }
  }

  #url({ path, ids = [], query = {} }: Call): string {
    let place = 0;
    const filled = path.replace(/\{[^}]+\}/g, (name) => {
      const id = ids[place++];
      if (typeof id !== "string" || id === "" || id === "." || id === "..") {
        throw new TypeError(`${name.slice(1, -1)} must be a non-empty string, because it is part of ${path}.`);
      }
      return encodeURIComponent(id);
    });
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query as QueryValues)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one !== undefined && one !== null) search.append(name, String(one));
      }
    }
    return `${this.#base}${filled}${search.size > 0 ? `?${search}` : ""}`;
  }

  #init({ method, body, keyed, options = {} }: Call): RequestInit & { headers: Headers } {
    const headers = new Headers({
      authorization: `Bearer ${this.#key}`,
      accept: "application/json",
      "user-agent": `mgw-sdk-ts/${VERSION}`,
    });
    if (keyed) headers.set("idempotency-key", options.idempotencyKey ?? `sdk_${crypto.randomUUID()}`);
    // Redirects are read but never followed, so the key is only ever sent to the configured host.
    const init = { method, headers, redirect: "manual" as const };
    if (body === undefined) return init;
    headers.set("content-type", "application/json");
    return { ...init, body: JSON.stringify(body) };
  }

  /**
   * Outside production, warns once about call parameters that the gateway doesn't recognize, such as misspelled ones.
   */
  #warnOfIgnored(call: string, ignored: string | null): void {
    if (ignored === null || fromEnvironment("NODE_ENV") === "production") return;
    const warning = `${call}: the gateway does not recognize ${ignored} and ignored it. Check the spelling.`;
    if (this.#warned.has(warning) || this.#warned.size >= WARNINGS_MAX) return;
    this.#warned.add(warning);
    console.warn(`messaging-gateway-sdk: ${warning}`);
  }

  async #try({ method, path, answer, options = {} }: Call, url: string, init: RequestInit): Promise<Received> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? this.#options.timeoutMs ?? 30_000);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    let response: Response;
    let text: string;
    try {
      response = await (this.#options.fetch ?? fetch)(url, { ...init, signal });
      text = await response.text();
    } catch (error) {
      throw new ConnectionError(method, url.split("?")[0] ?? url, error);
    }
    const { status, headers } = response;
    this.#warnOfIgnored(`${method} ${path}`, headers.get("x-ignored"));
    const replayed = headers.get("idempotent-replayed") === "true";
    const location = headers.get("location");
    // Only downloads can redirect. For any other request, a redirect comes from a proxy, e.g. to its login page.
    if (answer === "url" && status === 302 && location) {
      return { json: { data: { url: location } }, status, headers, replayed };
    }
    const json = status === 204 ? undefined : jsonOf(headers, text);
    if (status >= 200 && status < 300 && isAnswer(answer, json)) return { json, status, headers, replayed };
    throw new GatewayError(status, headers, isError(json) ? json : null);
  }
}

/** Parses a JSON object from a response. @returns null if the text isn't a JSON object. */
function jsonOf(headers: Headers, text: string): object | null {
  if (!/^application\/([a-z.+-]+\+)?json\b/i.test(headers.get("content-type") ?? "")) return null;
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" ? json : null;
  } catch {
    return null;
  }
}

const isError = (json: object | null | undefined): json is Partial<ErrorBody> =>
  !!json && "code" in json && typeof json.code === "string";

/** Whether a record was deleted or cancelled. */
const isOver = (record: { status?: string; error_code?: string | null; deleted_at?: string | null }) =>
  record.deleted_at != null || record.status === "cancelled" || record.error_code === "cancelled";

/** Returns the number of milliseconds until the next attempt, or null if the request must not be repeated. */
function pauseAfter(failure: Error, tried: number, mayRepeat: boolean): number | null {
  const jitterMs = Math.random() * FIRST_PAUSE_MS * 2 ** (tried - 1);
  if (failure instanceof ConnectionError) return mayRepeat ? jitterMs : null;
  if (!(failure instanceof GatewayError)) return null;
  const { status, code, retryAfterSec } = failure;
  const isLater = status === 429 && code !== "plan_limit";
  const isPassing = mayRepeat && (status >= 500 || code === "in_progress");
  if (!isLater && !isPassing) return null;
  if (retryAfterSec === null) return jitterMs;
  // The gateway names the shortest wait. Later retries wait longer, because many clients may be told the same second.
  return retryAfterSec <= MAX_WAIT_SEC ? Math.max(retryAfterSec * 1_000, jitterMs) : null;
}

/** Waits for the given time. @throws the signal's reason if the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

function fromEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
