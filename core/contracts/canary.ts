/**
 * Whose data key seals what the canary works with, as the vault and the rights to the key name it: no account has this
 * id.
 */
export const CANARY_OWNER = "canary";

/** The only partition of the table that the canary reads: what it works with, and its data key. */
export const CANARY_PARTITION = `ACC#${CANARY_OWNER}`;

/** Messages that the canary sends a day, at most: its number warms up and is protected like any other. */
export const CANARY_SENDS_A_DAY_MAX = 24;

/** Time between two runs of the canary, seconds. */
export const CANARY_EVERY_SEC = 300;
