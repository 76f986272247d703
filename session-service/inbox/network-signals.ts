import { HOUR_MS } from "../../core/contracts/durations.ts";
import type { NetworkQuota } from "../../core/contracts/protection-state.ts";
import { recordQuota, recordRestriction } from "../../core/operations/instances/record-restriction.ts";
import { countingDay, countOn } from "../../core/records/day-counts.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { CloseReason } from "../baileys/socket/connection.ts";
import type { TimeLock } from "../baileys/socket/standing.ts";
import { banSeconds } from "../connection/close-rules.ts";
import type { SessionDeps } from "../session-deps.ts";

/** The close codes that affect the score: logged out, banned, replaced. */
const REFUSED = new Set([401, 403, 440]);
const BAN_FOR_A_WHILE = 402;
const BANNED = new Set([403, 406]);
/**
 * How long to wait before rechecking a ban that has no end. The session waits just as long. A design choice:
 * docs/decisions.
 */
const BAN_SEC = 3_600;
/** How long a lock without an end applies before the network is queried again. A design choice: docs/decisions. */
const LOCK_MS = HOUR_MS;

/**
 * Records a lock on new chats that the network reported. @returns whether the stored lock changed. @throws FenceLost
 */
export function storeTimeLock(deps: SessionDeps, owner: Owner, lock: TimeLock | null): Promise<boolean> {
  const until = lock && (lock.until ?? new Date(deps.clock.now().getTime() + LOCK_MS));
  return recordRestriction(deps, owner, until && { kind: "lock", until });
}

/** Records a quota for new chats that the network reported. @throws FenceLost */
export function storeQuota(deps: SessionDeps, owner: Owner, quota: NetworkQuota | null): Promise<void> {
  return recordQuota(deps, owner, quota);
}

/** Records what a close means for the number's standing: a refusal or a ban. @throws FenceLost */
export async function storeClose(deps: SessionDeps, owner: Owner, { code, data }: CloseReason): Promise<void> {
  const now = deps.clock.now();
  if (REFUSED.has(code)) {
    const day = await countingDay(deps.table, owner.instance_id, now);
    await deps.table.write(countOn(owner.instance_id, day, "in", { refused_closes: 1 }));
  }
  if (code === BAN_FOR_A_WHILE) {
    const until = new Date(now.getTime() + (banSeconds(data) ?? BAN_SEC) * 1000);
    await recordRestriction(deps, owner, { kind: "ban", until });
  } else if (BANNED.has(code)) {
    await recordRestriction(deps, owner, { kind: "ban", until: null });
  }
}
