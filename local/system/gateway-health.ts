import { ENV } from "../../core/env.ts";
import { monotonicMs } from "../machine/monotonic-ms.ts";
import type { Gateway } from "./gateway.ts";
import { type Health, type HealthCheck, healthOf } from "./watching/health.ts";
import { diskCheck, queueCheck, sessionCheck, tableCheck } from "./watching/health-checks.ts";

/** A signal that never aborts, because table reads are never cancelled. */
const NEVER = new AbortController().signal;
/** A key that no item has. */
const NOTHING = { S: "HEALTH" };

/**
 * Creates the function that reports a running gateway's health. The gateway counts as unhealthy until its parts are
 * running.
 */
export function gatewayHealth(gateway: Gateway): () => Promise<Health> {
  const { settings, wiring } = gateway;
  const checks: Record<string, HealthCheck> = {
    table: tableCheck(() =>
      gateway.aws.ask("GetItem", { TableName: wiring[ENV.tableName], Key: { pk: NOTHING, sk: NOTHING } }, NEVER),
    ),
    queues: queueCheck(() => gateway.aws.queues().filter(({ name }) => isWorked(gateway, name)), monotonicMs),
    sessions: sessionCheck(async () => (await gateway.sessions?.measured()) ?? [null]),
  };
  if (!settings.ephemeral) checks.disk = diskCheck(settings.dataDir);
  const look = healthOf(checks, monotonicMs);
  return async () => {
    const health = await look();
    // A problem with the mail server is only a warning: messages work without email, and a restart wouldn't repair the
    // server.
    const fault = gateway.mail?.fault() ?? null;
    return fault === null ? health : { ...health, warnings: [fault] };
  };
}

/**
 * Whether some part of the gateway processes a queue's messages. Messages in dead-letter queues wait for the operator
 * instead.
 */
function isWorked({ wiring, noticeQueue }: Gateway, name: string): boolean {
  const worked = [wiring[ENV.endpointQueueUrl], wiring[ENV.chatQueueUrl], noticeQueue?.url];
  const shards = wiring[ENV.shardQueueUrlPrefix]?.split("/").at(-1) ?? "";
  return worked.some((url) => url?.split("/").at(-1) === name) || (shards !== "" && isNumbered(name, shards));
}

const isNumbered = (name: string, prefix: string) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length));
