import type { AccountId, InstanceId } from "./ids.ts";
/** The `source` of customers' events on the deployment's bus. Their detail type is the event's type. */
export const BUS_SOURCE_EVENTS = "messaging-gateway";

/** The `source` of notices that the gateway sends to its own functions and operators. */
export const BUS_SOURCE_NOTICES = "messaging-gateway.notices";

/** The detail types of notices. */
export const NOTICE_TYPES = {
  webhookPaused: "webhook.paused",
  otpsPaused: "otps.paused",
  agentFailed: "agent.failed",
} as const;

/** The rule that sends notices for admins to the mail function. */
export const NOTIFY_ADMINS_PATTERN = {
  source: [BUS_SOURCE_NOTICES],
  "detail-type": Object.values(NOTICE_TYPES),
};

/** The values of the `bus` attribute, which is set only on items bound for the bus: customers' events, and notices. */
export const BUS_MARKERS = { events: "e", notices: "n" } as const;

/**
 * Builds the stream filters for the function that fills the bus. Each filter matches the value of a single attribute,
 * the only form that all AWS documents agree on. Filters match inserted and modified items, but not deleted ones.
 * @param events whether customers' events are sent to the bus as well.
 */
export const busPatterns = (events: boolean) => {
  const markers = events ? [BUS_MARKERS.events, BUS_MARKERS.notices] : [BUS_MARKERS.notices];
  return [{ dynamodb: { NewImage: { bus: { S: markers } } } }];
};

/**
 * The detail of `webhook.paused`: the endpoint hasn't accepted anything for 24 hours. It contains no secrets and only
 * the host of the URL.
 */
export interface WebhookPausedNotice {
  id: string;
  account_id: AccountId;
  /** "account", or the id of the instance that owns the webhook. */
  owner: string;
  url_host: string;
  failing_since: string;
  paused_at: string;
}

/**
 * The detail of `otps.paused`: too few of the account's codes are being verified, so it can't create any for an hour.
 */
export interface OtpsPausedNotice {
  id: string;
  account_id: AccountId;
  /** How many codes were sent in this hour and the previous hour, and how many of them were verified. */
  sent: number;
  verified: number;
  paused_at: string;
  paused_until: string;
}

/** The detail of `agent.failed`: an AI agent has stopped answering until someone fixes the cause. */
export interface AgentFailedNotice {
  id: string;
  account_id: AccountId;
  instance_id: InstanceId;
  provider: string;
  /** The reason for the agent's state. `unavailable` means that the provider isn't responding. */
  reason: string;
  failed_at: string;
}
