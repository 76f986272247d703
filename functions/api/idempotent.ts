import * as z from "zod";
import { LIMITS } from "../../core/contracts/limits.ts";
import { text } from "../../core/contracts/text.ts";
import { type Reply, reply } from "./reply.ts";

/** Name of the header that marks a response as the result of an earlier request. */
export const REPLAYED = "Idempotent-Replayed";
/** Status of such a response, whatever status the first one had. */
export const REPLAY_STATUS = 200;
const KEY_RULE = `The Idempotency-Key is empty or too long. Give 1 to ${LIMITS.idempotencyKeyMaxChars} characters.`;

/**
 * Schema of an Idempotency-Key. Spec: Endpoints › Messages.
 * @param retry how the document describes a repeated request with the same key.
 */
export const idempotencyKey = (retry = "a retry gets the first message") =>
  text(LIMITS.idempotencyKeyMaxChars, KEY_RULE)
    .min(1, KEY_RULE)
    .optional()
    .meta({ description: `Any unique text, case counts. Kept ${LIMITS.idempotencyDays} days: ${retry}.` });

/** Schema of the headers of a route that accepts a key; they are read in lower case. */
export const KeyHeaders = z.object({ "idempotency-key": idempotencyKey() });

/** How a route handles an Idempotency-Key, which makes retries harmless. Spec: Endpoints › Messages. */
export interface Idempotent<Request> {
  /** How the document describes a retry; left out: it gets the first message. */
  retry?: string;
  /**
   * The data returned to a retry: the current state of what the first request with this key created; null if it has
   * created nothing yet. Left out: only the operation looks it up.
   */
  replay?: (request: Request, key: string) => Promise<object | null>;
}

/** Returns a request's key; null if it has none, or one that `KeyHeaders` rejects. */
export const keyOf = (rawHeaders: Record<string, string | undefined>): string | null =>
  KeyHeaders.safeParse(rawHeaders).data?.["idempotency-key"] ?? null;

/**
 * Responds with what a request created, or with what an earlier one with its key created. Spec: Endpoints › Messages.
 * @param status of the first response; that of a replay is `REPLAY_STATUS`.
 */
export const replyMade = (status: number, data: unknown, replayed: boolean): Reply =>
  replayed ? reply(REPLAY_STATUS, data, { [REPLAYED]: "true" }) : reply(status, data);

/**
 * Returns the response to a retry; null if this request is the first with its key, has none, or only its operation
 * looks it up. Runs before the body is validated, because the first request wins whatever the retry's body is. Spec:
 * Endpoints › Messages.
 */
export async function firstAnswer<Request>(
  idempotent: Idempotent<Request> | undefined,
  request: Request,
  key: string | null,
): Promise<Reply | null> {
  const first = key === null ? null : await idempotent?.replay?.(request, key);
  return first ? replyMade(REPLAY_STATUS, first, true) : null;
}

/** Whether a response is the result of an earlier request, so that this one changed nothing. */
export const isReplay = ({ headers }: Reply): boolean => headers[REPLAYED] === "true";
