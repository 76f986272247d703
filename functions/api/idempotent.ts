import * as z from "zod";
import { LIMITS } from "../../core/contracts/limits.ts";
import { text } from "../../core/contracts/text.ts";
import { type Reply, reply } from "./reply.ts";

/** The header that marks a response as the result of an earlier request. */
export const REPLAYED = "Idempotent-Replayed";
/** The status of the response to a repeated request, regardless of the original response's status. */
export const REPLAY_STATUS = 200;
const KEY_RULE = `The Idempotency-Key is empty or too long. Use 1 to ${LIMITS.idempotencyKeyMaxChars} characters.`;

/**
 * The schema of an Idempotency-Key. Spec: Endpoints › Messages.
 * @param retry how the OpenAPI document describes a repeated request with the same key.
 */
export const idempotencyKey = (retry = "a retry returns the first message") =>
  text(LIMITS.idempotencyKeyMaxChars, KEY_RULE)
    .min(1, KEY_RULE)
    .optional()
    .meta({ description: `Any unique text, case-sensitive. Within ${LIMITS.idempotencyDays} days, ${retry}.` });

/** The header schema of a route that accepts an Idempotency-Key. Header names are matched in lower case. */
export const KeyHeaders = z.object({ "idempotency-key": idempotencyKey() });

/** How a route handles an Idempotency-Key, which makes retries harmless. Spec: Endpoints › Messages. */
export interface Idempotent<Request> {
  /** How the OpenAPI document describes a retry. The default says that a retry gets the first message. */
  retry?: string;
  /**
   * Returns the data for a retry: the current state of the object created by the first request with this key, or null
   * if nothing has been created yet. If this function is omitted, the operation performs the lookup itself.
   */
  replay?: (request: Request, key: string) => Promise<object | null>;
}

/** Returns a request's Idempotency-Key, or null if the key is missing or `KeyHeaders` rejects it. */
export const keyOf = (rawHeaders: Record<string, string | undefined>): string | null =>
  KeyHeaders.safeParse(rawHeaders).data?.["idempotency-key"] ?? null;

/**
 * Creates the response to a request that created something, or to a retry of such a request. Spec: Endpoints ›
 * Messages.
 * @param status the status of the first response. A replay gets `REPLAY_STATUS`.
 */
export const replyMade = (status: number, data: unknown, replayed: boolean): Reply =>
  replayed ? reply(REPLAY_STATUS, data, { [REPLAYED]: "true" }) : reply(status, data);

/**
 * Returns the response to a retry. Returns null if this is the first request with its key, if it has no key, or if the
 * operation itself looks up the earlier result. Runs before the body is validated, because the first request determines
 * the result, whatever the retry's body contains. Spec: Endpoints › Messages.
 */
export async function firstAnswer<Request>(
  idempotent: Idempotent<Request> | undefined,
  request: Request,
  key: string | null,
): Promise<Reply | null> {
  const first = key === null ? null : await idempotent?.replay?.(request, key);
  return first ? replyMade(REPLAY_STATUS, first, true) : null;
}

/** Whether a response is the result of an earlier request, in which case the current request changed nothing. */
export const isReplay = ({ headers }: Reply): boolean => headers[REPLAYED] === "true";
