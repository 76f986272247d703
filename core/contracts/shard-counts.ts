/**
 * The maximum number of shards, enough for thousands of session tasks. Rationale:
 * docs/decisions/0057-many-shards-few-queues.md.
 */
export const SHARD_COUNT_MAX = 4_096;

/**
 * The maximum number of queues for shards' wake-ups. It is limited because a stack can contain at most 500 resources.
 * Rationale: the same decision record.
 */
export const QUEUE_COUNT_MAX = 256;
