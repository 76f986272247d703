/** A query's number in a particular web client version, with the variables that only this version needs. */
interface KnownId {
  id: string;
  also?: Readonly<Record<string, unknown>>;
}

/** Variables that the network requires for the newer query numbers. */
const ALSO = { fetch_wamo_sub: false, fetch_status_metadata: false } as const;

/** A channel query or command in the network's newer format. */
export interface MexQuery {
  /**
   * The numbers that identify the query to the network, in the order to try them. They change with the network's web
   * client, and old numbers stop working.
   */
  ids: readonly [KnownId, ...KnownId[]];
  /** The path to the result within the response. */
  path: string;
  /** Whether the query changes something. If so, even a response that can't be understood may mean success. */
  changes: boolean;
}

/**
 * Every web client query number that channels depend on. The library's number is used if it has one. The others are
 * from the web client of August 2026. docs/decisions/0086.
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

/** The names of the channel queries and commands. */
export type ChannelQuery = keyof typeof CHANNEL_QUERIES;

/** The network's terms for creating channels, which each account accepts once. */
export const CREATION_TERMS = { id: "20601218", stage: "5" } as const;
