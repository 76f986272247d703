import type { ActivityAction } from "../../contracts/activity.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import type { NetworkQuota } from "../../contracts/protection-state.ts";
import type { SendingState } from "../../domain/protection/sending-state.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { activityWrite } from "../../records/accounts/activity.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { instanceRecords } from "../../records/instance.ts";
import type { Owner } from "../../records/owner.ts";
import { noteSafety } from "../../records/safety.ts";
import { changeSending, readSending } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import { TransactionRefused, type Write } from "../../store/table.ts";

/**
 * A restriction that the network places on a number: either a lock on new chats, during which the number stays
 * connected, or a ban that closes the connection. `until` is null if the network did not specify an end.
 */
export interface Restriction {
  kind: "lock" | "ban";
  until: Date | null;
}

/**
 * Records that the network restricts a number or, if `restriction` is null, no longer restricts it. During the
 * restriction, new chats are paused while replies continue. The restriction also affects the score, the warm-up, and
 * whether the instance may be deleted.
 * @returns whether this is new information. @throws FenceLost.
 */
export async function recordRestriction(deps: LaneDeps, own: Owner, restriction: Restriction | null): Promise<boolean> {
  const { instance_id: instance } = own;
  const now = deps.clock.now();
  const record = await instanceRecords.read(deps.table, instance);
  if (!record) return false;
  const before = await readSending(deps.table, instance, { timezone: record.timezone, now });
  const until = restriction?.until?.toISOString() ?? null;
  const after = (state: SendingState): SendingState => ({
    ...state,
    lock: restriction?.kind === "lock" ? { until } : null,
    restricted: restriction ? { until } : null,
  });
  if (JSON.stringify(restrictionsOf(before)) === JSON.stringify(restrictionsOf(after(before)))) return false;
  const also: Write[] = [
    restrictedUntilWrite(instance, restriction ? (until ?? NO_END) : null),
    noteSafety(instance, restriction ? { was_restricted: true } : { restriction_ended_at: endOf(before, now) }),
    restrictionActivity(deps, own, restriction ? "instance.restricted" : "instance.restriction_ended"),
  ];
  try {
    await changeSending(deps, instance, after, also, own.fence);
    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false; // the same report arrived twice, and the other was faster
    throw error;
  }
}

/**
 * Builds the write that records when the restriction ends. It is refused if the same end is already recorded, so each
 * restriction gets only one activity log line.
 */
const restrictedUntilWrite = (instance: InstanceId, until: string | null): Write => ({
  update: keys.instance(instance),
  set: { restricted_until: until },
  if:
    until === null
      ? [{ field: "restricted_until", op: "<>", value: null }]
      : [
          { item: "exists" },
          {
            anyOf: [
              [{ field: "restricted_until", is: "missing" }],
              [{ field: "restricted_until", op: "<>", value: until }],
            ],
          },
        ],
});

/** The end assumed for an unlimited restriction, so that times can be compared. */
const NO_END = "9999-12-31T00:00:00.000Z";

const restrictionsOf = ({ lock, restricted }: SendingState) => ({ lock, restricted });

/**
 * Returns the restriction's planned end if it is in the past. Otherwise, the network lifted the restriction early, and
 * the current time is returned.
 */
function endOf({ restricted }: SendingState, now: Date): string {
  const at = now.toISOString();
  return restricted?.until && restricted.until < at ? restricted.until : at;
}

function restrictionActivity(deps: LaneDeps, { account_id, instance_id }: Owner, action: ActivityAction): Write {
  const line = { account_id, owner: instance_id, action, actor: null, changed: ["protection.restricted"] };
  return activityWrite(deps.ids, line, deps.clock.now());
}

/**
 * Records the network's own quota for new chats. Null means that the network has no quota for the number. @throws
 * FenceLost.
 */
export async function recordQuota(deps: LaneDeps, own: Owner, quota: NetworkQuota | null): Promise<void> {
  const same = (state: SendingState) => JSON.stringify(state.quota) === JSON.stringify(quota);
  await changeSending(deps, own.instance_id, (state) => (same(state) ? state : { ...state, quota }), [], own.fence);
}

/**
 * Returns the time until which the network restricts the number, or null if it doesn't. If the network specified no
 * end, the time is far in the future.
 */
export function restrictedUntil({ restricted_until }: InstanceRecord, now: Date): Date | null {
  const until = restricted_until ? new Date(restricted_until) : null;
  return until !== null && until > now ? until : null;
}
