import type { InstanceId } from "../../contracts/ids.ts";
import type { InstanceStatus, InstanceStatusReason } from "../../contracts/instance.ts";
import { zoneOfPhone } from "../../domain/protection/linked-zone.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import { transactFenced } from "../../records/fence.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { instanceRecords } from "../../records/instance.ts";
import { noteSafety, safetyOf } from "../../records/safety.ts";
import { sendingOf } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Item, Write } from "../../store/table.ts";

/** The state of a connection as observed by the session. Omitted fields are left unchanged. */
export interface StatusChange {
  status: InstanceStatus;
  status_reason?: InstanceStatusReason | null;
  /** The linked number's digits, or null if no phone is linked now. */
  phone?: string | null;
  /** True if a phone has just been linked. Sets `linked_at`. */
  linked?: boolean;
  link_refused?: boolean;
  /** Whether messages may be sent. */
  connected: boolean;
  /** Whether the connection has just opened, which begins the slow start. */
  opened?: boolean;
  /**
   * The number of the last restart request that was carried out, so it isn't repeated. The next field does the same for
   * logouts.
   */
  restart_done?: number;
  logout_done?: number;
}

/**
 * The maximum number of attempts to change an instance while other processes keep changing it. In practice, far fewer
 * are needed.
 */
const TRIES = 200;

/**
 * Records the new state of an instance's connection in the instance, in the lane policy's state and, if customers can
 * see the change, as an event. The lane then rechecks. Spec: Instance lifecycle; Events, `instance.status`.
 * @throws FenceLost if another task has taken over.
 */
export async function changeInstanceStatus(
  deps: LaneDeps,
  instanceId: InstanceId,
  fence: number,
  change: StatusChange,
): Promise<void> {
  return retryOnChange(TRIES, async ({ commit }) => {
    const items = await deps.table.getMany([keys.instance(instanceId), keys.sending(instanceId)]);
    const before = instanceRecords.among(items, instanceId);
    if (!before) return;
    const now = deps.clock.now();
    const after = changed(before, change, now);
    const visible =
      after.status !== before.status || after.status_reason !== before.status_reason || after.phone !== before.phone;
    const route = visible && !before.removed_at ? await eventRoute(deps, before.account_id, instanceId) : null;
    const writes: Write[] = [
      {
        update: keys.instance(instanceId),
        set: {
          status: after.status,
          status_reason: after.status_reason,
          status_since: after.status_since,
          phone: after.phone,
          chat_link: after.chat_link,
          linked_at: after.linked_at,
          timezone: after.timezone,
          link_refused: after.link_refused,
          restart_done: after.restart_done,
          logout_done: after.logout_done,
        },
        // These fields are written by the session. If a customer's logout has just cleared `link_refused`, it must stay
        // cleared.
        if: [
          { field: "status_since", op: "=", value: before.status_since },
          { field: "logout_seq", op: "=", value: before.logout_seq },
        ],
      },
      {
        update: keys.sending(instanceId),
        set: {
          connected: change.connected,
          timezone: after.timezone,
          ...(change.opened && { connected_at: now.toISOString() }),
          ...(!change.connected && { closed_at: closedSince(items, instanceId, before.timezone, now) }),
        },
        ...(change.connected && { remove: ["closed_at"] }),
        add: { rev: 1 },
      },
      recheckRow(instanceLane(instanceId), deps.ids.next("look", now), now),
    ];
    if (change.linked && after.phone !== null) writes.push(await linkNote(deps, instanceId, after.phone));
    if (route) {
      const { id, external_ref, status, phone } = after;
      const data = { id, external_ref, status, status_reason: after.status_reason, phone };
      const draft = { account_id: before.account_id, instance_id: instanceId, type: "instance.status", data } as const;
      writes.push(...eventWrites(deps, route, draft, deps.clock.now()));
    }
    await commit(transactFenced(deps.table, instanceId, fence, writes));
    if (route) await wakeEndpoint(deps, route);
    await ensureWake(deps, instanceLane(instanceId), now, null);
  });
}

/** Returns since when the number has had no connection (ISO), which is from now on unless that is recorded already. */
function closedSince(items: readonly Item[], instanceId: InstanceId, timezone: string, now: Date): string {
  const { pk, sk } = keys.sending(instanceId);
  const stored = items.find((item) => item.pk === pk && item.sk === sk);
  const { connected, closed_at } = sendingOf(stored, { timezone, now });
  return connected === true || closed_at === undefined ? now.toISOString() : closed_at;
}

/** Builds the write that records the linked phone. A different phone restarts the warm-up. */
async function linkNote({ table }: LaneDeps, instanceId: InstanceId, phone: string): Promise<Write> {
  const { linked_phone } = safetyOf(await table.get(keys.safety(instanceId)));
  const isOther = linked_phone !== null && linked_phone !== phone;
  return noteSafety(instanceId, { linked_phone: phone, ...(isOther && { other_phone: true }) });
}

function changed(before: InstanceRecord, change: StatusChange, now: Date): InstanceRecord {
  const phone = change.phone === undefined ? before.phone : change.phone;
  const reason = change.status_reason === undefined ? null : change.status_reason;
  const moved = change.status !== before.status || reason !== before.status_reason;
  return {
    ...before,
    status: change.status,
    status_reason: reason,
    status_since: moved ? wireTime(now) : before.status_since,
    phone,
    chat_link: phone === null ? null : `https://wa.me/${phone}`,
    // The time zone of the last linked number stays when its link ends.
    timezone: phone === null || phone === before.phone ? before.timezone : zoneOfPhone(phone),
    linked_at: change.linked ? wireTime(now) : phone === null ? null : before.linked_at,
    link_refused: change.link_refused ?? before.link_refused,
    restart_done: change.restart_done ?? before.restart_done,
    logout_done: change.logout_done ?? before.logout_done,
  };
}
