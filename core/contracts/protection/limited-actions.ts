/** A limited action's daily limits: `early` for a new number (its first two warm-up stages), `later` after that. */
export interface ActionLimit {
  early: number;
  later: number;
  /** The words for the action, as in "can <verb> 2 <things> a day". */
  verb: string;
  things: string;
}

const limited = (early: number, later: number, verb: string, things: string): ActionLimit => ({
  early,
  later,
  verb,
  things,
});

/**
 * Actions other than sending messages that are limited per instance and local day, to protect the number. The limits
 * are our own: docs/protection.md.
 */
export const LIMITED_ACTIONS = {
  group_adds: limited(50, 200, "add", "people to groups"),
  groups_created: limited(2, 10, "create", "groups"),
  group_joins: limited(5, 5, "join", "groups"),
  invite_revokes: limited(10, 10, "revoke", "invite links"),
  statuses: limited(5, 5, "post", "statuses"),
  channels_created: limited(2, 2, "create", "channels"),
  channel_follows: limited(20, 20, "follow", "channels"),
} as const satisfies Record<string, ActionLimit>;

/** One of the limited actions. */
export type LimitedAction = keyof typeof LIMITED_ACTIONS;

/** All limited actions. */
export const LIMITED_ACTION_NAMES = Object.keys(LIMITED_ACTIONS) as LimitedAction[]; // Object.keys loses the key type

/** The last warm-up stage at which the early limits apply. */
const EARLY_STAGES = 2;

/** Returns a limited action's daily limit at this warm-up stage. */
export const actionLimit = (kind: LimitedAction, stage: number): number =>
  stage <= EARLY_STAGES ? LIMITED_ACTIONS[kind].early : LIMITED_ACTIONS[kind].later;

/** The minimum time between two calls that add people to groups. Our own limit: docs/protection.md. */
export const ADDING_CALL_EVERY_SEC = 60;
