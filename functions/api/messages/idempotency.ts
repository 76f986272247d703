import * as z from "zod";
import type { InstanceRecord } from "../../../core/contracts/instance.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import type { MessageRecord } from "../../../core/contracts/message.ts";
import { readIdempotent } from "../../../core/operations/idempotency.ts";
import { presentMessages } from "../../../core/operations/present-messages.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { type Reply, reply } from "../reply.ts";

const KEY_MAX = LIMITS.idempotencyKeyMaxChars;
const KEY_RULE = `Give 1 to ${KEY_MAX} characters.`;

/** The header of a send. Spec: Endpoints › Messages. */
export const IdempotencyHeaders = z.object({
  "idempotency-key": z
    .string()
    .min(1, KEY_RULE)
    .max(KEY_MAX, KEY_RULE)
    .optional()
    .meta({ description: "Any unique text, case counts. Kept 30 days: a retry gets the first message." }),
});

/** @returns the answer to a retry; null when this key made nothing yet on this instance, or none was given. */
export async function replayOf(
  deps: ApiDeps,
  instance: InstanceRecord,
  rawHeaders: Record<string, string | undefined>,
): Promise<Reply | null> {
  const key = IdempotencyHeaders.safeParse(rawHeaders).data?.["idempotency-key"];
  if (key === undefined) return null;
  const first = await readIdempotent(deps, instance, key);
  return first && replyAccepted(deps, { message: first, replayed: true });
}

/** 202 with the new message; 200 with the first one on a replay. */
export async function replyAccepted(
  deps: ApiDeps,
  { message, replayed }: { message: MessageRecord; replayed: boolean },
): Promise<Reply> {
  const [shown] = await presentMessages(deps, [message]);
  return replayed ? reply(200, shown, { "Idempotent-Replayed": "true" }) : reply(202, shown);
}
