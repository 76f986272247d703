import type { IDataObject } from "n8n-workflow";

/** The state that a webhook trigger keeps between calls, in the workflow's static data. */
export interface WebhookState extends IDataObject {
  /** The address that this node set on the instance. */
  url?: string;
  /** The secret that the gateway uses to sign its posts. */
  secret?: string;
  /** ISO 8601 time before which nobody else can have replaced the secret that this node created. */
  secret_alone_until?: string;
  /** The IDs of the latest events, oldest first. */
  seen?: string[];
}

/**
 * The number of event ids to remember. Most repeats arrive within minutes, but the gateway's last attempt is a day
 * later.
 */
export const SEEN_MAX = 500;
