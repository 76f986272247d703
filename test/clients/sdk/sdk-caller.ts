import { camelCase } from "../../../build/reference/camel-case.ts";
import { type CallOptions, Gateway, GatewayError, type GatewayOptions } from "../../../clients/sdk/src/index.ts";

/** An operation from the API description. */
export interface Called {
  operationId: string;
  path: string;
  requestBody?: unknown;
}

/** The request that an SDK method sent, and the response that it received. */
export interface Heard {
  request: { method: string; path: string; headers: Headers; body: string | null };
  status: number;
  body: unknown;
}

type Method = (...args: unknown[]) => PromiseLike<unknown>;

/** Returns the SDK's method for an operation. @throws if the SDK has no such method. */
export function sdkMethod(gateway: Gateway, operationId: string): Method {
  const [resource = "", name = ""] = operationId.split(".").map(camelCase);
  const calls = (gateway as unknown as Record<string, Record<string, Method>>)[resource]; // resources by name
  const method = calls?.[name];
  if (!calls || !method) throw new Error(`The SDK has no method for ${operationId}.`);
  return method.bind(calls);
}

/**
 * Returns a function that calls an operation through the SDK with a path (including its query) and a body, and returns
 * the request and the response.
 */
export function sdkCaller(options: GatewayOptions) {
  return async (operation: Called, path: string, body?: unknown, call: CallOptions = {}): Promise<Heard> => {
    let heard: Heard | null = null;
    const gateway = new Gateway({
      ...options,
      maxRetries: 0,
      fetch: async (url, init = {}) => {
        const answer = await fetch(url, init);
        const { pathname, search } = new URL(String(url));
        const text = await answer.clone().text();
        const { method = "GET", headers, body: sent } = init;
        const request = {
          method,
          path: `${pathname}${search}`,
          headers: new Headers(headers),
          body: sent as string | null,
        };
        heard = { request, status: answer.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
        return answer;
      },
    });
    const [place = "", search = ""] = path.split("?");
    const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`);
    const ids = (pattern.exec(place) ?? []).slice(1).map(decodeURIComponent);
    const query = Object.fromEntries(new URLSearchParams(search));
    const takesQuery = Object.keys(query).length > 0 ? [query] : [];
    const args = [
      ...ids,
      ...(operation.requestBody === undefined ? takesQuery : [body]),
      ...(takesQuery.length || operation.requestBody ? [call] : []),
    ];
    await Promise.resolve(sdkMethod(gateway, operation.operationId)(...args)).catch((error: unknown) => {
      // If the SDK doesn't recognize the gateway's own response, the fault is the SDK's.
      if (!heard || !(error instanceof GatewayError) || error.code === "unreadable_answer") throw error;
    });
    if (!heard) throw new Error(`${operation.operationId} asked nothing.`);
    return heard;
  };
}
