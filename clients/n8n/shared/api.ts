import type { IAllExecuteFunctions, IDataObject, IHttpRequestMethods } from "n8n-workflow";
import { NodeOperationError } from "n8n-workflow";
import { noAnswerError, refusal } from "./errors.ts";

/** The credential used by all nodes. */
export const CREDENTIAL = "messagingGatewayApi";

/** How long an answer can take; sending a file by its content takes the longest. */
const TIMEOUT_MS = 60_000;

/**
 * The shape of a 2xx answer: `data`, with a body or with none at all (`data?`), a list that is complete or continues by
 * `links` or `after`, or nothing (204).
 */
export type AnswerShape = "data" | "data?" | "list" | "links" | "after" | "nothing";

/** One request to the gateway. */
export interface ApiRequest {
  method: IHttpRequestMethods;
  /** The path in the API's description, with its `{places}`, e.g. `/v1/messages/{id}`. */
  path: string;
  /** The ids that fill the places. */
  ids?: Record<string, string>;
  /** The query's values; undefined or empty ones are left out, lists are repeated. */
  query?: IDataObject;
  body?: IDataObject;
  /** The expected shape of the answer, `data` if omitted. Any other answer does not come from the gateway. */
  answer?: AnswerShape;
  /** Makes the gateway carry the request out only once. Spec: Messages, Idempotency-Key. */
  idempotencyKey?: string | undefined;
}

/** A 2xx answer. */
export interface ApiAnswer {
  status: number;
  /** The body's JSON; empty if there is none. */
  body: IDataObject;
  /** The gateway's time; null if it was not given. */
  at: Date | null;
  /** Whether it is the answer to an earlier request with this Idempotency-Key. */
  isReplay: boolean;
}

interface FullResponse {
  statusCode: number;
  headers: Record<string, string | undefined>;
  body: unknown;
}

/**
 * Calls the gateway with the node's credential. Redirects are not followed, so that the key goes to a single host.
 * @throws NodeApiError with the gateway's own sentence and code; NodeOperationError for an impossible request.
 */
export async function callApi(
  functions: IAllExecuteFunctions,
  request: ApiRequest,
  itemIndex?: number,
): Promise<ApiAnswer> {
  const url = await addressOf(functions, request, itemIndex);
  const response = await ask(functions, url, request, itemIndex);
  if (response.statusCode < 200 || response.statusCode >= 300) throw refusal(functions.getNode(), response, itemIndex);
  // Something else at that address, such as a proxy's login page, can also answer 200.
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

/** The full URL: the credential's base, the path with its ids, and the query. */
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
    throw wrong("The credential's Base URL is no address. Give one such as https://gateway.example.com.");
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = String(ids[name] ?? "").trim();
    // A stranger may have chosen the id, so it must stay a single path segment and never step up.
    if (id === "" || id === "." || id === "..") throw wrong(`The ${nounOf(path, name)} is missing. Give its ID.`);
    return encodeURIComponent(id);
  });
  const values = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null && one !== "")
      .map((one) => [name, String(one)] as [string, string]),
  );
  return `${base}${filled}${values.length > 0 ? `?${new URLSearchParams(values)}` : ""}`;
}

/** A readable name for the record in a path; `{id}` belongs to the start of the path, e.g. a message. */
const nounOf = (path: string, name: string) => (name === "id" ? (path.split("/")[2] ?? "").replace(/s$/, "") : name);
