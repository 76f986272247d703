import type { IAllExecuteFunctions, IDataObject, IHttpRequestMethods } from "n8n-workflow";
import { NodeOperationError } from "n8n-workflow";
import { noAnswerError, refusal } from "./errors.ts";

/** The credential used by all nodes. */
export const CREDENTIAL = "messagingGatewayApi";

/** How long to wait for a response. Requests that contain a file take the longest. */
const TIMEOUT_MS = 60_000;

/**
 * The shape of a 2xx response: `data`, `data` or no body at all (`data?`), a complete list (`list`), a list that
 * continues by `links` or `after`, or `nothing` (204).
 */
export type AnswerShape = "data" | "data?" | "list" | "links" | "after" | "nothing";

/** A request to the gateway. */
export interface ApiRequest {
  method: IHttpRequestMethods;
  /** The path from the API's OpenAPI description, including its `{placeholders}`, e.g. `/v1/messages/{id}`. */
  path: string;
  /** The IDs for the path's placeholders. */
  ids?: Record<string, string>;
  /** The query parameters. Undefined and empty values are left out, and lists become repeated parameters. */
  query?: IDataObject;
  body?: IDataObject;
  /** The expected shape of the response, by default `data`. A response of any other shape isn't from the gateway. */
  answer?: AnswerShape;
  /** Ensures that the gateway carries out the request only once. Spec: Messages, Idempotency-Key. */
  idempotencyKey?: string | undefined;
}

/** A 2xx response from the gateway. */
export interface ApiAnswer {
  status: number;
  /** The parsed JSON body, or an empty object if the response has no body. */
  body: IDataObject;
  /** The gateway's time when it responded, or null if the response doesn't state it. */
  at: Date | null;
  /** Whether the gateway replayed its response to an earlier request with the same Idempotency-Key. */
  isReplay: boolean;
}

interface FullResponse {
  statusCode: number;
  headers: Record<string, string | undefined>;
  body: unknown;
}

/**
 * Calls the gateway with the node's credential. Redirects aren't followed, so the key is sent only to the configured
 * host.
 * @throws NodeApiError with the gateway's own message and code, or NodeOperationError if the request can't be made.
 */
export async function callApi(
  functions: IAllExecuteFunctions,
  request: ApiRequest,
  itemIndex?: number,
): Promise<ApiAnswer> {
  const url = await addressOf(functions, request, itemIndex);
  const response = await ask(functions, url, request, itemIndex);
  if (response.statusCode < 200 || response.statusCode >= 300) throw refusal(functions.getNode(), response, itemIndex);
  // A 200 can also be from something else at that address, such as a proxy's login page.
  if (!isAnswer(request.answer ?? "data", response)) throw refusal(functions.getNode(), response, itemIndex);
  const at = new Date(response.headers.date ?? "");
  return {
    status: response.statusCode,
    body: response.statusCode === 204 ? {} : (response.body as IDataObject), // an object: its shape was checked
    at: Number.isNaN(at.getTime()) ? null : at,
    isReplay: response.headers["idempotent-replayed"] === "true",
  };
}

const isObject = (value: unknown): value is IDataObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isAnswer(shape: AnswerShape, { statusCode, body }: FullResponse): boolean {
  if (statusCode === 204) return shape === "nothing" || shape === "data?";
  if (!isObject(body) || shape === "nothing") return false;
  const { data, links } = body;
  if (shape === "data" || shape === "data?") return typeof data === "object" && data !== null;
  if (!Array.isArray(data)) return false;
  if (shape === "links") return isObject(links) && (links.next === null || typeof links.next === "string");
  return shape !== "after" || typeof body.has_more === "boolean";
}

async function ask(
  functions: IAllExecuteFunctions,
  url: string,
  { method, body, idempotencyKey }: ApiRequest,
  itemIndex: number | undefined,
): Promise<FullResponse> {
  try {
    return await functions.helpers.httpRequestWithAuthentication.call(functions, CREDENTIAL, {
      method,
      url,
      json: true,
      ...(body && { body }),
      ...(idempotencyKey !== undefined && { headers: { "Idempotency-Key": idempotencyKey } }),
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
      timeout: TIMEOUT_MS,
    });
  } catch (error) {
    throw noAnswerError(functions.getNode(), error, itemIndex);
  }
}

/** Returns the full URL: the credential's base URL, the path with its ids filled in, and the query. */
async function addressOf(
  functions: IAllExecuteFunctions,
  { path, ids = {}, query = {} }: ApiRequest,
  itemIndex: number | undefined,
): Promise<string> {
  const { baseUrl } = await functions.getCredentials<{ baseUrl: string }>(CREDENTIAL, itemIndex);
  const base = String(baseUrl ?? "")
    .trim()
    .replace(/\/+$/, "")
    .replace(/\/v1$/, "");
  const wrong = (message: string) =>
    new NodeOperationError(functions.getNode(), message, { ...(itemIndex !== undefined && { itemIndex }) });
  if (!/^https?:\/\/[^/?#]/.test(base)) {
    throw wrong("The credential's Base URL is not an address. Use an address such as https://gateway.example.com.");
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = String(ids[name] ?? "").trim();
    // The id may come from a stranger, so it must stay within a single path segment and must not reach a parent path.
    if (id === "" || id === "." || id === "..") throw wrong(`The ${nounOf(path, name)} is missing. Enter its ID.`);
    return encodeURIComponent(id);
  });
  const values = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null && one !== "")
      .map((one) => [name, String(one)] as [string, string]),
  );
  return `${base}${filled}${values.length > 0 ? `?${new URLSearchParams(values)}` : ""}`;
}

/**
 * Returns a readable name for the record identified by a path placeholder. For `{id}`, the name is taken from the first
 * path segment, e.g. a message.
 */
const nounOf = (path: string, name: string) => (name === "id" ? (path.split("/")[2] ?? "").replace(/s$/, "") : name);
