import type { Instance } from "../../contracts/instance.ts";
import { actionsToday } from "../../domain/protection/action-counts.ts";
import { localDay } from "../../domain/protection/local-time.ts";
import { protectionView } from "../../domain/protection/protection-view.ts";
import { settingsInForce, settingsView } from "../../domain/protection/settings.ts";
import type { Clock } from "../../ports.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { limitedActionRecords } from "../../records/limited-actions.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { readWaiting } from "../sending/read-waiting.ts";
import { protectionKeys, readNumberProtection } from "./read-number-protection.ts";

/**
 * Dependencies for reading instances. `env.PACE` is the factor that lanes apply to gaps: 1 means that gaps are as
 * documented.
 */
type ReadDeps = { table: Table; clock: Clock; env?: { PACE?: number | undefined } };

/**
 * Builds instances in the form customers see, with their current protection. No matter how many messages an instance
 * has sent, this reads only a few items (together for all instances) and makes one query for its counters and one for
 * its lane. Spec: Resources › Instance.
 */
export async function presentInstances(deps: ReadDeps, records: InstanceRecord[]): Promise<Instance[]> {
  if (records.length === 0) return [];
  const now = deps.clock.now();
  const items = await deps.table.getMany(records.flatMap(({ id }) => [...protectionKeys(id), keys.limitedActions(id)]));
  return Promise.all(
    records.map(async (record) => {
      const [{ sending, state, ledger, safety }, { first, known, scheduled }] = await Promise.all([
        readNumberProtection(deps.table, record, items, now, deps.env?.PACE),
        readWaiting(deps, record.id),
      ]);
      const connected = sending.connected === true;
      const deeds = actionsToday(
        limitedActionRecords.among(items, record.id) ?? {},
        localDay(now, settingsInForce(state).timezone),
      );
      const waiting = { first, known, scheduled };
      const protection = protectionView(state, ledger.warm_up, safety, waiting, connected, deeds, now);
      return { ...publicFields(record), protection_settings: settingsView(sending.settings), protection, safety };
    }),
  );
}

/** Builds one instance in the form customers see. */
export async function presentInstance(deps: ReadDeps, record: InstanceRecord): Promise<Instance> {
  const [instance] = await presentInstances(deps, [record]);
  if (!instance) throw new Error("One record is one instance.");
  return instance;
}

/** Returns the fields that are made public exactly as they are in the record. */
function publicFields(record: InstanceRecord): Omit<Instance, "protection_settings" | "protection" | "safety"> {
  return {
    id: record.id,
    name: record.name,
    external_ref: record.external_ref,
    status: record.status,
    status_reason: record.status_reason,
    status_since: record.status_since,
    phone: record.phone,
    chat_link: record.chat_link,
    link_refused: record.link_refused,
    reject_calls: record.reject_calls,
    proxy: record.proxy ? { host: record.proxy.host, last4: record.proxy.last4 } : null,
    created_at: record.created_at,
    linked_at: record.linked_at,
  };
}
