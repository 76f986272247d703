import type { IDataObject } from "n8n-workflow";

/** The state that a webhook trigger keeps between its calls, in the workflow's static data. */
export interface WebhookState extends IDataObject {
  /** The address that this node has set at the instance. */
  url?: string;
  /** The secret with which the gateway signs. */
  secret?: string;
  /** ISO 8601: until then no other secret can have been made since this node made its own. */
  secret_alone_until?: string;
  /** Ids of the events that came last, oldest first. */
  seen?: string[];
}

/** How many ids are remembered. Repeats usually come within minutes; the last attempt is a day later. */
export const SEEN_MAX = 500;
