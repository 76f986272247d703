import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import {
  type AgentFailedNotice,
  NOTICE_TYPES,
  type OtpsPausedNotice,
  type WebhookPausedNotice,
} from "../../core/contracts/bus-events.ts";
import { failureKind } from "../../core/failure-kind.ts";
import { type AdminNotice, notifyAdmins } from "../../core/operations/accounts/notify-admins.ts";
import { type MailDeps, mailDeps } from "../mail-deps.ts";

/** The Lambda handler that emails admins. Its queue is filled by a rule on the bus. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> => mailNotices(mailDeps(), event);

const WebhookPaused: z.ZodType<WebhookPausedNotice> = z.object({
  id: z.string(),
  account_id: z.string(),
  owner: z.string(),
  url_host: z.string(),
  failing_since: z.string(),
  paused_at: z.string(),
});

const OtpsPaused: z.ZodType<OtpsPausedNotice> = z.object({
  id: z.string(),
  account_id: z.string(),
  sent: z.int(),
  verified: z.int(),
  paused_at: z.string(),
  paused_until: z.string(),
});

const AgentFailed: z.ZodType<AgentFailedNotice> = z.object({
  id: z.string(),
  account_id: z.string(),
  instance_id: z.string(),
  provider: z.string(),
  reason: z.string(),
  failed_at: z.string(),
});

/** An EventBridge event as a rule passes it to a queue. */
const BusEvent = z.discriminatedUnion("detail-type", [
  z.object({ "detail-type": z.literal(NOTICE_TYPES.webhookPaused), time: z.string(), detail: WebhookPaused }),
  z.object({ "detail-type": z.literal(NOTICE_TYPES.otpsPaused), time: z.string(), detail: OtpsPaused }),
  z.object({ "detail-type": z.literal(NOTICE_TYPES.agentFailed), time: z.string(), detail: AgentFailed }),
]);

/**
 * Sends an email for each notice. A failed notice goes back to the queue. An invalid body can never succeed, so it is
 * logged and dropped. Once a service proves unreachable, the remaining notices go back without an attempt. Otherwise,
 * the function could time out while waiting for each of them, and notices already sent would be sent again.
 */
export async function mailNotices(deps: MailDeps, event: Pick<SQSEvent, "Records">): Promise<SQSBatchResponse> {
  const failures: SQSBatchResponse["batchItemFailures"] = [];
  let isAway = false;
  for (const { body, messageId } of event.Records) {
    if (isAway) {
      failures.push({ itemIdentifier: messageId });
      continue;
    }
    const parsed = BusEvent.safeParse(parseJson(body));
    if (!parsed.success) {
      deps.log.error({ queue_message_id: messageId }, "a message that is not a notice was dropped");
      continue;
    }
    try {
      await notifyAdmins(deps, noticeOf(parsed.data), new Date(parsed.data.time));
    } catch (error) {
      deps.log.error({ err: error, queue_message_id: messageId }, "a mail could not be sent and will be retried");
      failures.push({ itemIdentifier: messageId });
      isAway = failureKind(error) === "passing";
    }
  }
  return { batchItemFailures: failures };
}

function noticeOf(event: z.infer<typeof BusEvent>): AdminNotice {
  if (event["detail-type"] === NOTICE_TYPES.webhookPaused) return { type: event["detail-type"], detail: event.detail };
  if (event["detail-type"] === NOTICE_TYPES.otpsPaused) return { type: event["detail-type"], detail: event.detail };
  return { type: event["detail-type"], detail: event.detail };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
