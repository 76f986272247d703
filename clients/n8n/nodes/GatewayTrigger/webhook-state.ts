import type { IDataObject } from "n8n-workflow";

/** The state that a webhook trigger keeps between calls, in the workflow's static data. */
export interface WebhookState extends IDataObject {
  /** The address that this node has set on the instance. */
  url?: string;
  /** The secret that the gateway signs with. */
  secret?: string;
  /** ISO 8601; until then nobody can have replaced the secret since this node did. */
  secret_alone_until?: string;
  /** Ids of the latest events, oldest first. */
  seen?: string[];
}

/** The number of ids remembered. Repeats usually arrive within minutes; the last attempt is a day later. */
export const SEEN_MAX = 500;
