import { sqsWakeups } from "../../core/aws/wakeups.ts";
import { parseEnv, WakeupsEnv } from "../../core/env.ts";
import type { Part } from "../own-deps.ts";

/** Wakes lanes, at once or later. */
export const wakeupsPart: Part = {
  needs: ["wakeups"],
  build({ clock }) {
    const env = parseEnv(WakeupsEnv, process.env);
    const config = {
      endpointQueueUrl: env.ENDPOINT_QUEUE_URL,
      endpointQueueArn: env.ENDPOINT_QUEUE_ARN,
      shardQueueUrlPrefix: env.SHARD_QUEUE_URL_PREFIX,
      shardQueueArnPrefix: env.SHARD_QUEUE_ARN_PREFIX,
      shardCount: env.SHARD_COUNT,
      schedulerRoleArn: env.SCHEDULER_ROLE_ARN,
      scheduleGroup: env.SCHEDULE_GROUP,
    };
    return { wakeups: sqsWakeups(config, clock), env };
  },
};
