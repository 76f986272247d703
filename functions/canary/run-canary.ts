import { DAY_MS } from "../../core/contracts/durations.ts";
import type { Clock, Log, Vault } from "../../core/ports.ts";
import { type CanarySettings, readCanarySettings } from "../../core/records/accounts/canary-settings.ts";
import type { Table } from "../../core/store/table.ts";
import type { Ask } from "./ask-api.ts";
import { keyedCheck, OPEN_CHECKS } from "./checks.ts";
import { checkSending } from "./send-check.ts";

/** Dependencies of a canary run. */
export interface CanaryDeps {
  table: Table;
  vault: Vault;
  clock: Clock;
  log: Log;
  ask: Ask;
}

/**
 * Thrown when something that customers rely on doesn't work. Lambda counts it as a function error, which triggers the
 * alarm.
 */
export class CanaryFailed extends Error {}

/**
 * Calls the API as customers do. Every run calls it without a key and, if an operator's key is configured, with that
 * key. Several times a day, a run also sends a message.
 * @param everyMs the time between two runs.
 * @throws CanaryFailed with the names of all failed checks, after every check has run.
 */
export async function runCanary(deps: CanaryDeps, everyMs: number): Promise<void> {
  const run = Math.floor(deps.clock.now().getTime() / everyMs);
  const failed: string[] = [];
  const attempt = async (check: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      failed.push(check);
      deps.log.error({ check, err: error }, "the canary found a failure");
    }
  };
  for (const { name, run: work } of OPEN_CHECKS) await attempt(name, () => work(deps.ask));
  await attempt("the checks that need the canary's key", async () => {
    const settings = await readCanarySettings(deps);
    if (!settings) return deps.log.warn({}, "the canary has no key, so it only ran the checks that don't need one");
    const { name, run: work } = keyedCheck(settings.key);
    await attempt(name, () => work(deps.ask));
    const { key, sending } = settings;
    if (sending && isSendDue(sending, run, everyMs)) {
      await attempt("sending a message", () => checkSending(deps, { key, sending }, run));
    }
  });
  if (failed.length > 0) throw new CanaryFailed(`The canary failed: ${failed.join(", ")}.`);
}

/** Whether this run sends a message. Sends are spread evenly over the day. */
function isSendDue({ a_day }: NonNullable<CanarySettings["sending"]>, run: number, everyMs: number): boolean {
  const everyRuns = Math.max(1, Math.floor(DAY_MS / everyMs / a_day));
  return run % everyRuns === 0;
}
