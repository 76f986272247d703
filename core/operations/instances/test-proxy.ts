import { LIMITS } from "../../contracts/limits.ts";
import type { ProxyTest } from "../../contracts/proxy.ts";
import { localDay, startOfNextDay } from "../../domain/protection/local-time.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { requireResult } from "../commands/run-command.ts";
import { takeChecks } from "../protection/take-checks.ts";

const DAY_ZONE = "UTC";

/**
 * Makes the number's session connect to the network's host through the proxy, from the same process as its real
 * connections. Each test is counted before it is run.
 * @throws ApiError `conflict` without a proxy; `limit_reached` until the next day; `unavailable`.
 */
export async function testProxy(deps: LaneDeps, instance: InstanceRecord): Promise<ProxyTest> {
  if (!instance.proxy)
    throw new ApiError("conflict", { message: "The number has no proxy. Set one with PATCH first." });
  const now = deps.clock.now();
  const endsAt = startOfNextDay(now, DAY_ZONE);
  const limit = LIMITS.proxyTestsPerDay;
  const day = { place: keys.proxyTests(instance.id, localDay(now, DAY_ZONE)), limit, endsAt };
  const used = await takeChecks(deps.table, day, now);
  if (used === null) {
    throw new ApiError("limit_reached", {
      message: `A number's proxy can be tested ${limit} times a day. Wait the number of seconds given in Retry-After.`,
      retryAfterSec: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
    });
  }
  const told = await requireResult<"test_proxy">(deps, instance, { kind: "test_proxy" });
  const tests_left_today = Math.max(0, limit - used);
  return told.ok
    ? { ok: true, ms: told.ms, error: null, tests_left_today }
    : { ok: false, ms: null, error: told.error, tests_left_today };
}
