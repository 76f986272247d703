/** Daily limits of a limited action: while the number is new (its first two warm-up stages), and later. */
export interface DeedLimit {
  early: number;
  later: number;
  /** The action in words: "can <verb> 2 <things> a day". */
  verb: string;
  things: string;
}

const deed = (early: number, later: number, verb: string, things: string): DeedLimit => ({
  early,
  later,
  verb,
  things,
});

/**
 * Actions beside sending messages that an instance may do only a limited number of times per local day, to protect its
 * number. The numbers are ours: docs/protection.md.
 */
export const DEEDS = {
  group_adds: deed(50, 200, "add", "people to groups"),
  groups_created: deed(2, 10, "create", "groups"),
  group_joins: deed(5, 5, "join", "groups"),
  invite_revokes: deed(10, 10, "revoke", "invite links"),
  statuses: deed(5, 5, "post", "statuses"),
  channels_created: deed(2, 2, "create", "channels"),
  channel_follows: deed(20, 20, "follow", "channels"),
} as const satisfies Record<string, DeedLimit>;

/** One of the limited actions. */
export type Deed = keyof typeof DEEDS;

/** All limited actions. */
export const DEED_NAMES = Object.keys(DEEDS) as Deed[]; // Object.keys loses the key type

/** The last warm-up stage with the early limits. */
const EARLY_STAGES = 2;

/** The daily limit of an instance at this warm-up stage. */
export const deedLimit = (kind: Deed, stage: number): number =>
  stage <= EARLY_STAGES ? DEEDS[kind].early : DEEDS[kind].later;

/** The minimum time between two calls that add people to groups. Our number: docs/protection.md. */
export const ADDING_CALL_EVERY_SEC = 60;
