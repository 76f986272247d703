import type { AccountId } from "./ids.ts";
/** `source` of customers' events on the deployment's bus; their detail type is the event's type. */
export const BUS_SOURCE_EVENTS = "messaging-gateway";

/** `source` of what the gateway tells its own functions and operators. */
export const BUS_SOURCE_NOTICES = "messaging-gateway.notices";

/** Detail types of notices. */
export const NOTICE_TYPES = { webhookPaused: "webhook.paused" } as const;

/** The rule by which the mail function gets notices for admins. */
export const NOTIFY_ADMINS_PATTERN = {
  source: [BUS_SOURCE_NOTICES],
  "detail-type": [NOTICE_TYPES.webhookPaused],
};

/**
 * New items of a partition, as the filters of a stream's function write it. The partitions are those of
 * core/store/keys.ts.
 */
const newItems = (partition: string) => ({
  eventName: ["INSERT"],
  dynamodb: { Keys: { pk: { S: [{ suffix: partition }] } } },
});

/** Which changes of the table are for the bus, by kind: customers' events, and notices. */
export const BUS_STREAM_PATTERNS = { events: newItems("#EVT"), notices: newItems("#NOTICE") };

/** Filter of the stream for the function that fills the bus. @param events whether customers' events go there too. */
export const busPatterns = (events: boolean) => [
  ...(events ? [BUS_STREAM_PATTERNS.events] : []),
  BUS_STREAM_PATTERNS.notices,
];

/** Detail of `webhook.paused`: the endpoint accepted nothing for 24 hours. Holds no URL beyond its host, no secret. */
export interface WebhookPausedNotice {
  id: string;
  account_id: AccountId;
  /** "account", or the id of the instance whose own webhook it is. */
  owner: string;
  url_host: string;
  failing_since: string;
  paused_at: string;
}
