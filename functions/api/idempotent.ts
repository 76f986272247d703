import * as z from "zod";
import { LIMITS } from "../../core/contracts/limits.ts";
import { text } from "../../core/contracts/text.ts";
import { type Reply, reply } from "./reply.ts";

const REPLAYED = "Idempotent-Replayed";
const KEY_RULE = `The Idempotency-Key is empty or too long. Give 1 to ${LIMITS.idempotencyKeyMaxChars} characters.`;

/**
 * Schema of an Idempotency-Key. Spec: Endpoints › Messages.
 * @param retry how the document describes a request that comes again with the same key.
 */
export const idempotencyKey = (retry = "a retry gets the first message") =>
  text(LIMITS.idempotencyKeyMaxChars, KEY_RULE)
    .min(1, KEY_RULE)
    .optional()
    .meta({ description: `Any unique text, case counts. Kept 30 days: ${retry}.` });

/** Schema of the headers of a route that takes a key; they are read in lower case. */
export const KeyHeaders = z.object({ "idempotency-key": idempotencyKey() });

/** The key of a request; null: it has none, or one that `KeyHeaders` refuses. */
export const keyOf = (rawHeaders: Record<string, string | undefined>): string | null =>
  KeyHeaders.safeParse(rawHeaders).data?.["idempotency-key"] ?? null;

/**
 * Answers with what a request made, or with what an earlier one with its key had made. Spec: Endpoints › Messages.
 * @param status of the first answer; that of a replay is 200.
 */
export const replyMade = (status: number, data: unknown, replayed: boolean): Reply =>
  replayed ? reply(200, data, { [REPLAYED]: "true" }) : reply(status, data);

/** Whether an answer shows what an earlier request made: this one changed nothing. */
export const isReplay = ({ headers }: Reply): boolean => headers[REPLAYED] === "true";
