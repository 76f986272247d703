/** The most shards: enough for thousands of session tasks. Our choice: docs/decisions/0057-many-shards-few-queues.md. */
export const SHARD_COUNT_MAX = 4_096;

/**
 * The most queues of shards' wake-ups: they are in one stack with a route for each request, and CloudFormation takes 500
 * things in a stack.
 */
export const QUEUE_COUNT_MAX = 192;
