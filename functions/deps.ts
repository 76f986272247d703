import { dynamoTable } from "../core/aws/dynamo-table.ts";
import { randomIds } from "../core/aws/ids.ts";
import { kmsVault } from "../core/aws/kms-vault.ts";
import { type SmallMedia, s3SmallMedia } from "../core/aws/s3-small-media.ts";
import { sqsWakeups, type WakeupsConfig } from "../core/aws/wakeups.ts";
import { FunctionEnv, parseEnv } from "../core/env.ts";
import type { LaneDeps } from "../core/lanes/lane.ts";
import { createLog } from "../core/log.ts";
import { type Backlog, lanesBacklog } from "../core/operations/backlog.ts";
import { type RateLimiter, rateLimiter } from "../core/operations/count-request.ts";
import { type Pepper, storedPepper } from "../core/operations/pepper.ts";
import type { Clock, Vault } from "../core/ports.ts";
import { runtime } from "./runtime.ts";

/** What a route may use. */
export interface ApiDeps extends LaneDeps {
  vault: Vault;
  /** Takes in small files and makes links to all. */
  media: SmallMedia;
  pepper: Pepper;
  rates: RateLimiter;
  backlog: Backlog;
  env: FunctionEnv;
  /** Whether events go to the deployment's bus too. */
  busEvents?: boolean;
}

let built: ApiDeps | null = null;

/** Everything the API functions work with, built once per process. @throws when an environment variable is missing. */
export function deps(): ApiDeps {
  built ??= build();
  return built;
}

/** The part of `deps()` that lane operations need. */
export function laneDeps(): LaneDeps {
  return deps();
}

/** Replaces what `deps()` answers; null: built from the environment again. For tests and for one machine. */
export function useDeps(own: ApiDeps | null): void {
  built = own;
}

/** Asks `runtime` each time, so that a clock set after the first call still counts. */
const runtimeClock: Clock = {
  now: () => runtime.clock.now(),
  until: (at, signal) => runtime.clock.until(at, signal),
};

function build(): ApiDeps {
  const env = parseEnv(FunctionEnv, process.env);
  const clock = runtimeClock;
  const table = dynamoTable(env.TABLE_NAME);
  const ids = randomIds();
  const log = createLog("functions");
  const vault = kmsVault({ table, clock, kmsKeyId: env.KMS_KEY_ID });
  const pepper = storedPepper({ table, vault, clock, ids });
  const wakeups = sqsWakeups(wakeupsConfig(env), clock);
  const media = s3SmallMedia({ bucket: env.MEDIA_BUCKET }, clock);
  const backlog = lanesBacklog({ table, clock });
  const busEvents = env.EVENTS_TO_BUS === "1";
  return { table, ids, log, clock, vault, pepper, env, wakeups, media, backlog, rates: rateLimiter(table), busEvents };
}

const wakeupsConfig = (env: FunctionEnv): WakeupsConfig => ({
  endpointQueueUrl: env.ENDPOINT_QUEUE_URL,
  endpointQueueArn: env.ENDPOINT_QUEUE_ARN,
  shardQueueUrlPrefix: env.SHARD_QUEUE_URL_PREFIX,
  shardQueueArnPrefix: env.SHARD_QUEUE_ARN_PREFIX,
  shardCount: env.SHARD_COUNT,
  schedulerRoleArn: env.SCHEDULER_ROLE_ARN,
  scheduleGroup: env.SCHEDULE_GROUP,
});
