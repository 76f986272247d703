import { setTimeout as pause } from "node:timers/promises";
import type { InstanceId } from "../../core/contracts/ids.ts";
import { failureKind } from "../../core/failure-kind.ts";
import type { QuarantineReason } from "../../core/operations/quarantine/quarantine-job.ts";
import type { Log } from "../../core/ports.ts";
import { FenceLost } from "../../core/records/fence.ts";
import { NotAMessage } from "../baileys/inbound/not-a-message.ts";
import type { Metrics } from "../process/metrics.ts";
import type { Job } from "./job.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/**
 * How many times a job may fail before it is quarantined. Failures only count while the table is available. A design
 * choice: docs/decisions/0031.
 */
const TRIES = 3;

/** The context in which a job runs: its instance, its log and its counters. */
export interface Foreman {
  log: Log;
  instance_id: InstanceId;
  metrics: Pick<Metrics, "count"> | undefined;
}

/**
 * Runs a job until it is done or quarantined. If the table or another service fails, the job is retried for as long as
 * the outage lasts. A job is quarantined after a few failures of its own, or immediately if its bytes aren't a message.
 * If `signal` aborts, returns early without any effect.
 * @throws FenceLost
 */
export async function finishJob(job: Job, { log, instance_id, metrics }: Foreman, signal: AbortSignal): Promise<void> {
  const about = { instance_id, what: job.what };
  let lost: QuarantineReason | null = null;
  let tries = 0;
  let passingMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      return await (lost ? job.quarantine(lost) : job.work(signal));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof FenceLost) throw error;
      const fields = { ...about, error: String(error), is_quarantining: lost !== null };
      if (failureKind(error) === "passing") {
        log.error(fields, "storing something from the network failed and will be retried");
        await pause(passingMs, undefined, { signal }).catch(() => {});
        passingMs = Math.min(passingMs * 2, LONGEST_PAUSE_MS);
        continue;
      }
      if (error instanceof NotAMessage && !lost) {
        // Strangers can send bytes that aren't a message, so don't raise an alarm.
        lost = { error, tries: 1 };
        continue;
      }
      log.error(fields, "something from the network could not be stored");
      if (++tries < TRIES) {
        await pause(FIRST_PAUSE_MS * tries, undefined, { signal }).catch(() => {});
        continue;
      }
      // The job is dropped without being quarantined, so that it doesn't hold up other jobs. If it is in the journal,
      // it is retried on the next connection.
      if (lost) return log.error(fields, "something from the network could not even be quarantined");
      lost = { error, tries };
      tries = 0;
      metrics?.count("JobsSetAside");
      log.error(about, "something from the network can never be stored as it is and is quarantined");
    }
  }
}
