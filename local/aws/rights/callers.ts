import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";

/** Names the role in whose name a request to the embedded services is made; absent: the operator's. */
const HEADER = "x-local-role";

/** Node's own notices of a request that is about to be sent, by its HTTP client and by its fetch. */
const BY_HTTP = "http.client.request.created";
const BY_FETCH = "undici:request:create";

/** The members of undici's notice that are used here. */
interface FetchNotice {
  request: { origin?: string | URL; addHeader(name: string, value: string): unknown };
}

/** Knows in whose name code runs that asks the embedded services. */
export interface Callers {
  /** Runs code in the name of a role. */
  as<T>(role: string, run: () => T): T;
  /** null: the operator. */
  current(): string | null;
}

/** Names code by the asynchronous context in which it runs. */
export function openCallers(): Callers {
  const running = new AsyncLocalStorage<string>();
  return {
    as: (role, run) => running.run(role, run),
    current: () => running.getStore() ?? null,
  };
}

/**
 * Tells the embedded services at `url` the role of each HTTP request of this process. Credentials can't: the functions
 * of one machine share a process, and the SDK keeps those that it found first.
 * @returns ends it.
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

/** The access key of a process that has one role, made of the operator's. */
export const keyIdOf = (operators: string, role: string) => `${operators}.${role}`;

/** Whether an access key is the operator's or one made of it. */
export const isKeyOf = (keyId: string, operators: string) =>
  keyId === operators || keyId.startsWith(keyIdOf(operators, ""));

/** The role of a request: by its header, else by the key that it was signed with; null: the operator's. */
export function callerOf({ headers, url = "" }: IncomingMessage): string | null {
  const named = headers[HEADER];
  if (typeof named === "string" && named !== "") return named;
  const signed = `${headers.authorization ?? ""} ${url.split("?")[1] ?? ""}`;
  return /Credential=[\w-]+\.([\w-]+)(?:\/|%2F)/i.exec(signed)?.[1] ?? null;
}
