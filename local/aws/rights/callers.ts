import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";

/** Names the role that a request to the embedded services is made in; absent means the operator's. */
const HEADER = "x-local-role";

/** Node's diagnostics channels for a request that is about to be sent by its HTTP client or its fetch. */
const BY_HTTP = "http.client.request.created";
const BY_FETCH = "undici:request:create";

/** The members of undici's notice that are used here. */
interface FetchNotice {
  request: { origin?: string | URL; addHeader(name: string, value: string): unknown };
}

/** Tracks which role the code that calls the embedded services runs in. */
export interface Callers {
  /** Runs code in a role's name. */
  as<T>(role: string, run: () => T): T;
  /** null means the operator. */
  current(): string | null;
}

/** Tracks roles by the asynchronous context that code runs in. */
export function openCallers(): Callers {
  const running = new AsyncLocalStorage<string>();
  return {
    as: (role, run) => running.run(role, run),
    current: () => running.getStore() ?? null,
  };
}

/**
 * Adds the current role to each HTTP request of this process to the embedded services at `url`. Credentials can't
 * convey it, because all functions share one process, in which the SDK keeps the first credentials it finds.
 * @returns a function that ends this.
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

/** Returns the access key of a process with a single role, derived from the operator's. */
export const keyIdOf = (operators: string, role: string) => `${operators}.${role}`;

/** Whether an access key is the operator's or derived from it. */
export const isKeyOf = (keyId: string, operators: string) =>
  keyId === operators || keyId.startsWith(keyIdOf(operators, ""));

/** Returns a request's role, from its header or else from the key it was signed with; null means the operator's. */
export function callerOf({ headers, url = "" }: IncomingMessage): string | null {
  const named = headers[HEADER];
  if (typeof named === "string" && named !== "") return named;
  const signed = `${headers.authorization ?? ""} ${url.split("?")[1] ?? ""}`;
  return /Credential=[\w-]+\.([\w-]+)(?:\/|%2F)/i.exec(signed)?.[1] ?? null;
}
