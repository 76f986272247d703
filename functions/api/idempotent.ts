import * as z from "zod";
import { LIMITS } from "../../core/contracts/limits.ts";
import { text } from "../../core/contracts/text.ts";
import { type Reply, reply } from "./reply.ts";

/** Name of the header that says that an answer shows what an earlier request made. */
export const REPLAYED = "Idempotent-Replayed";
/** Status of such an answer, whatever the first one had. */
export const REPLAY_STATUS = 200;
const KEY_RULE = `The Idempotency-Key is empty or too long. Give 1 to ${LIMITS.idempotencyKeyMaxChars} characters.`;

/**
 * Schema of an Idempotency-Key. Spec: Endpoints › Messages.
 * @param retry how the document describes a request that comes again with the same key.
 */
export const idempotencyKey = (retry = "a retry gets the first message") =>
  text(LIMITS.idempotencyKeyMaxChars, KEY_RULE)
    .min(1, KEY_RULE)
    .optional()
    .meta({ description: `Any unique text, case counts. Kept ${LIMITS.idempotencyDays} days: ${retry}.` });

/** Schema of the headers of a route that takes a key; they are read in lower case. */
export const KeyHeaders = z.object({ "idempotency-key": idempotencyKey() });

/** How a route takes an Idempotency-Key, with which a retry does no harm. Spec: Endpoints › Messages. */
export interface Idempotent<Request> {
  /** How the document describes a retry; left out: it gets the first message. */
  retry?: string;
  /**
   * The data of the answer to a retry: what the first request with this key made, as it is now; null: it made nothing
   * yet. Left out: only the operation looks.
   */
  replay?: (request: Request, key: string) => Promise<object | null>;
}

/** The key of a request; null: it has none, or one that `KeyHeaders` refuses. */
export const keyOf = (rawHeaders: Record<string, string | undefined>): string | null =>
  KeyHeaders.safeParse(rawHeaders).data?.["idempotency-key"] ?? null;

/**
 * Answers with what a request made, or with what an earlier one with its key had made. Spec: Endpoints › Messages.
 * @param status of the first answer; that of a replay is `REPLAY_STATUS`.
 */
export const replyMade = (status: number, data: unknown, replayed: boolean): Reply =>
  replayed ? reply(REPLAY_STATUS, data, { [REPLAYED]: "true" }) : reply(status, data);

/**
 * The answer to a retry; null: this request is the first with its key, has none, or only its operation looks. Asked
 * before the body is checked, because the first request wins whatever the retry's body is. Spec: Endpoints › Messages.
 */
export async function firstAnswer<Request>(
  idempotent: Idempotent<Request> | undefined,
  request: Request,
  key: string | null,
): Promise<Reply | null> {
  const first = key === null ? null : await idempotent?.replay?.(request, key);
  return first ? replyMade(REPLAY_STATUS, first, true) : null;
}

/** Whether an answer shows what an earlier request made: this one changed nothing. */
export const isReplay = ({ headers }: Reply): boolean => headers[REPLAYED] === "true";
