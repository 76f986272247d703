/** A number of the web client, and what it wants beside the variables that all of its kind have. */
interface KnownId {
  id: string;
  also?: Readonly<Record<string, unknown>>;
}

/** Variables without which newer numbers are refused. */
const ALSO = { fetch_wamo_sub: false, fetch_status_metadata: false } as const;

/** A question or an order about channels in the network's newer format. */
export interface MexQuery {
  /**
   * The numbers by which the network knows it, the first one tried first: they change with its web client, and old ones
   * die.
   */
  ids: readonly [KnownId, ...KnownId[]];
  /** Path of its answer. */
  path: string;
  /** It changes something, so an answer that can't be understood may still have been a yes. */
  changes: boolean;
}

/**
 * Every number of the web client that channels depend on, in this one place. Those that the library names too are its
 * own; the others are the web client's of August 2026. docs/decisions/0086.
 */
export const CHANNEL_QUERIES = {
  list: { ids: [{ id: "25399611239711790", also: ALSO }], path: "xwa2_newsletter_subscribed", changes: false },
  read: {
    ids: [{ id: "6563316087068696" }, { id: "27456920720571478", also: { ...ALSO, fetch_pinned_messages: false } }],
    path: "xwa2_newsletter",
    changes: false,
  },
  create: {
    ids: [{ id: "25149874324715067" }, { id: "8823471724422422" }],
    path: "xwa2_newsletter_create",
    changes: true,
  },
  update: { ids: [{ id: "24250201037901610" }], path: "xwa2_newsletter_update", changes: true },
  follow: { ids: [{ id: "24404358912487870" }], path: "xwa2_newsletter_join_v2", changes: true },
  unfollow: { ids: [{ id: "9767147403369991" }], path: "xwa2_newsletter_leave_v2", changes: true },
  delete: { ids: [{ id: "30062808666639665" }], path: "xwa2_newsletter_delete_v2", changes: true },
} as const satisfies Record<string, MexQuery>;

/** Names of the questions and orders about channels. */
export type ChannelQuery = keyof typeof CHANNEL_QUERIES;

/** The network's terms for creating a channel: they are accepted once for each account. */
export const CREATION_TERMS = { id: "20601218", stage: "5" } as const;
