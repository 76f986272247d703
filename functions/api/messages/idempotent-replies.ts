import * as z from "zod";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { text } from "../../../core/contracts/text.ts";
import { presentMessages } from "../../../core/operations/messages/present-messages.ts";
import { readIdempotent } from "../../../core/records/idempotency.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { type Reply, reply } from "../reply.ts";

const KEY_RULE = `The Idempotency-Key is empty or too long. Give 1 to ${LIMITS.idempotencyKeyMaxChars} characters.`;

/** Schema of the Idempotency-Key, with which a retry does no harm. */
export const idempotencyKey = () => text(LIMITS.idempotencyKeyMaxChars, KEY_RULE).min(1, KEY_RULE).optional();

/** The header of a send. Spec: Endpoints › Messages. */
export const IdempotencyHeaders = z.object({
  "idempotency-key": idempotencyKey().meta({
    description: "Any unique text, case counts. Kept 30 days: a retry gets the first message.",
  }),
});

/** Answers a retry. @returns null when this key made nothing yet on this instance, or none was given. */
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

/** Answers 202 with a new message, 200 with the first one on a replay. */
export async function replyAccepted(
  deps: ApiDeps,
  { message, replayed }: { message: MessageRecord; replayed: boolean },
): Promise<Reply> {
  const [shown] = await presentMessages(deps, [message]);
  return replayed ? reply(200, shown, { "Idempotent-Replayed": "true" }) : reply(202, shown);
}
