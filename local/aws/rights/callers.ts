import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";

/** The header that names the role on whose behalf the embedded services are called. Defaults to the operator's role. */
const HEADER = "x-local-role";

/** Node's diagnostics channels for requests that are about to be sent, by its HTTP client and by `fetch`. */
const BY_HTTP = "http.client.request.created";
const BY_FETCH = "undici:request:create";

/** The members used from undici's diagnostics message. */
interface FetchNotice {
  request: { origin?: string | URL; addHeader(name: string, value: string): unknown };
}

/** Tracks the role of the code that calls the embedded services. */
export interface Callers {
  /** Runs code on behalf of a role. */
  as<T>(role: string, run: () => T): T;
  /** Returns the current role, or null for the operator's. */
  current(): string | null;
}

/** Creates the tracker, which associates roles with asynchronous contexts. */
export function openCallers(): Callers {
  const running = new AsyncLocalStorage<string>();
  return {
    as: (role, run) => running.run(role, run),
    current: () => running.getStore() ?? null,
  };
}

/**
 * Adds the current role to each HTTP request that this process sends to the embedded services at `url`. Credentials
 * can't convey the role, because all functions share a single process, in which the SDK always uses the first
 * credentials it finds.
 * @returns a function that undoes this.
 */
export function nameCallers(url: string, callers: Callers): () => void {
  const { host, origin } = new URL(url);
  const byHttp = (message: unknown) => {
    const { request } = message as { request: ClientRequest }; // Node's documented notice
    const role = callers.current();
    if (role !== null && request.getHeader("host") === host) request.setHeader(HEADER, role);
  };
  const byFetch = (message: unknown) => {
    const { request } = message as FetchNotice; // undici's documented notice
    const role = callers.current();
    if (role !== null && String(request.origin) === origin) request.addHeader(HEADER, role);
  };
  subscribe(BY_HTTP, byHttp);
  subscribe(BY_FETCH, byFetch);
  return () => {
    unsubscribe(BY_HTTP, byHttp);
    unsubscribe(BY_FETCH, byFetch);
  };
}

/** Returns the access key for a process with a single role, derived from the operator's access key. */
export const keyIdOf = (operators: string, role: string) => `${operators}.${role}`;

/** Whether an access key is the operator's or derived from the operator's. */
export const isKeyOf = (keyId: string, operators: string) =>
  keyId === operators || keyId.startsWith(keyIdOf(operators, ""));

/**
 * Returns a request's role, taken from its header or, failing that, from the access key that signed it. Null means the
 * operator's role.
 */
export function callerOf({ headers, url = "" }: IncomingMessage): string | null {
  const named = headers[HEADER];
  if (typeof named === "string" && named !== "") return named;
  const signed = `${headers.authorization ?? ""} ${url.split("?")[1] ?? ""}`;
  return /Credential=[\w-]+\.([\w-]+)(?:\/|%2F)/i.exec(signed)?.[1] ?? null;
}
