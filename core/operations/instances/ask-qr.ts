import type { InstanceId } from "../../contracts/ids.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { TransactionRefused } from "../../store/table.ts";
import { requireLinkable } from "./require-linkable.ts";

/**
 * The minimum interval between two records that a client is waiting for a code. A link attempt ends two minutes after
 * the latest record.
 */
const ASK_EVERY_MS = 30_000;
const POLL_AGAIN_SEC = 2;

/**
 * Returns the code to scan, as the text provided by the network. Each request starts a link attempt or extends it.
 * @throws ApiError `conflict` if a phone is linked or the instance is stopped; `link_refused`; `unavailable` with
 * Retry-After until the first code exists. Spec: GET /v1/instances/{id}/qr; Errors, rule 6.
 */
export async function askQr(deps: LaneDeps, instance: InstanceRecord): Promise<{ value: string; expires_at: string }> {
  requireLinkable(instance);
  const [qr, fence] = await Promise.all([
    deps.table.get(keys.qr(instance.id)),
    deps.table.get(keys.receiving(instance.id)),
  ]);
  const now = deps.clock.now();
  await noteAsked(deps, instance.id, typeof qr?.asked_at === "string" ? qr.asked_at : null, now);
  const value = qr?.value;
  const expires = qr?.expires_at;
  // Once another task takes over the session, a code created by the previous task can no longer be scanned.
  const isOurs = qr?.fence !== undefined && qr.fence === fence?.fence;
  if (!isOurs || typeof value !== "string" || typeof expires !== "string" || expires <= now.toISOString()) {
    throw new ApiError("unavailable", {
      message: "The code is not available yet. Try again after the number of seconds given in Retry-After.",
      retryAfterSec: POLL_AGAIN_SEC,
    });
  }
  return { value, expires_at: wireTime(new Date(expires)) };
}

async function noteAsked(deps: LaneDeps, instance: InstanceId, askedAt: string | null, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ASK_EVERY_MS).toISOString();
  if (askedAt !== null && askedAt > before) return;
  const lane = instanceLane(instance);
  try {
    await deps.table.transact([
      {
        update: keys.qr(instance),
        set: { asked_at: now.toISOString() },
        if: [{ anyOf: [[{ field: "asked_at", is: "missing" }], [{ field: "asked_at", op: "<=", value: before }]] }],
      },
      recheckRow(lane, "asked", now),
    ]);
  } catch (error) {
    if (error instanceof TransactionRefused) return; // another request has just recorded it
    throw error;
  }
  await ensureWake(deps, lane, now, null);
}
