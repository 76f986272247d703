/**
 * The owner of the data key that seals the canary's secrets, as used by the vault and in the key's access policy. No
 * account has this id.
 */
export const CANARY_OWNER = "canary";

/** The only table partition that the canary reads. It contains the canary's secrets and their data key. */
export const CANARY_PARTITION = `ACC#${CANARY_OWNER}`;

/**
 * The maximum number of messages the canary sends per day. Its number is warmed up and protected like any other number.
 */
export const CANARY_SENDS_A_DAY_MAX = 24;

/** The time between canary runs, in seconds. */
export const CANARY_EVERY_SEC = 300;
