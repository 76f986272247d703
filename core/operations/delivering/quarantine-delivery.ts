import { createHash } from "node:crypto";
import { counted } from "../../contracts/log-metrics.ts";
import { failureKind } from "../../failure-kind.ts";
import type { LaneDeps, LaneRow } from "../../lanes/lane.ts";
import { parseLane } from "../../store/lane-names.ts";
import type { SomeWrites, Write } from "../../store/table.ts";
import { packInput } from "../quarantine/pack-input.ts";
import { quarantineWrites } from "../quarantine/quarantine-job.ts";

/**
 * Thrown for a failure that is caused by a single delivery. That delivery can never succeed, even if all other
 * deliveries do.
 */
export class DeliveryProblem extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "DeliveryProblem";
  }
}

/** Rethrows a failure: unchanged if a retry might succeed, otherwise as a problem of the delivery itself. */
export function asDeliveryProblem(problem: unknown): never {
  throw failureKind(problem) === "passing" ? problem : new DeliveryProblem(problem);
}

/**
 * Quarantines a row in an endpoint's lane that can never be processed. The row is stored under the webhook's instance,
 * or under the account's ID. Does nothing if the row no longer exists.
 */
export async function quarantineDelivery(
  deps: LaneDeps,
  row: LaneRow,
  { error, tries }: { error: unknown; tries: number },
): Promise<void> {
  const name = parseLane(row.pk);
  const account = name?.kind === "endpoint" ? name.account_id : "";
  const owner = name?.kind === "endpoint" && name.owner !== "account" ? name.owner : account;
  const own = { account_id: account, instance_id: owner, fence: 0 };
  const id = `lane_${createHash("sha256").update(`${row.pk} ${row.sk}`).digest("hex").slice(0, 32)}`;
  const drop: Write = { delete: { pk: row.pk, sk: row.sk } };
  const input = packInput(row);
  const kept = (packed: Uint8Array | null) =>
    quarantineWrites(own, { id, kind: "delivery", input: packed, error, tries }, deps.clock.now());
  const attempts: SomeWrites[] = [[drop, ...kept(input)], [drop, ...kept(null)], [drop]];
  for (const writes of attempts) {
    try {
      await deps.table.transact(writes);
      const about = { lane: row.pk, row: row.sk.slice(0, 60), error: String(error), ...counted("JobsSetAside") };
      deps.log.error(about, "a row waiting for a webhook can't be processed and is quarantined");
      return;
    } catch (problem) {
      if (failureKind(problem) === "passing") throw problem;
      deps.log.error({ lane: row.pk, error: String(problem) }, "a quarantined row was too large to store completely");
    }
  }
}
