import { ID_PREFIXES } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import { wireTime } from "../domain/wire-time.ts";
import type { Ids } from "../ports.ts";
import { keys } from "../store/keys.ts";
import type { Write } from "../store/table.ts";

/** Who changes something: the API key, and the address of its connection. */
export interface Actor {
  key_id: string;
  source: string;
}

/** What happened. `changed` names fields and never holds a value. */
export interface Activity {
  account_id: string;
  /** Whose webhook: "account" or an instance id. */
  owner: string;
  action: "webhook.changed" | "webhook.secret_replaced" | "webhook.paused" | "webhook.resumed";
  /** null: the service itself. */
  actor: Actor | null;
  changed: string[];
}

/** A line of the account's activity log, as it is stored. */
export interface ActivityRecord extends Omit<Activity, "actor"> {
  id: string;
  key_id: string | null;
  source: string | null;
  at: string;
  /** When the record is deleted, epoch seconds. */
  ttl: number;
}

/**
 * The write of one line of the activity log, for the transaction of the change itself: neither is there without the
 * other. Spec: Webhook management ("recorded in the account's activity log with the key that made it").
 */
export function activityWrite(ids: Ids, { actor, ...activity }: Activity, now: Date): Write {
  const record: ActivityRecord = {
    ...activity,
    id: ids.next(ID_PREFIXES.activity, now),
    key_id: actor?.key_id ?? null,
    source: actor?.source ?? null,
    at: wireTime(now),
    ttl: Math.floor(now.getTime() / 1000) + LIMITS.activityDays * 86_400,
  };
  return { put: { ...keys.activity(activity.account_id, record.id), ...record }, if: [{ item: "absent" }] };
}
