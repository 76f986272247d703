import type { SendMessageBody } from "../../../core/contracts/send-message.ts";
import type { FileRules } from "../../../core/domain/messages/send-content.ts";
import { type CheckedSend, checkSend } from "../../../core/domain/messages/send-rules.ts";
import { checkReplyTo } from "../../../core/operations/messages/check-reply-to.ts";
import type { Clock } from "../../../core/ports.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import type { Table } from "../../../core/store/table.ts";
import { validationError } from "../validate.ts";

/**
 * Validates that the fields of a send request are consistent with each other. @throws ApiError 422 `validation_failed`.
 */
export function requireSend(body: SendMessageBody, rules: FileRules, now: Date): CheckedSend {
  const checked = checkSend(body, rules, now);
  if ("errors" in checked) throw validationError(checked.errors);
  return checked;
}

/** Checks that the message being replied to is in the same chat. @throws ApiError 422 `validation_failed`. */
export async function requireReplyTo(
  deps: { table: Table; clock: Clock },
  instance: InstanceRecord,
  { reply_to, ...chat }: Pick<CheckedSend, "to" | "chat_id" | "reply_to">,
  now: Date,
): Promise<void> {
  const refusal = reply_to === null ? null : await checkReplyTo(deps, instance, chat, reply_to, now);
  if (refusal !== null) throw validationError({ reply_to: [refusal] });
}
