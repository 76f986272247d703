import type { ActivityAction } from "../../contracts/activity.ts";
import type { AccountId } from "../../contracts/ids.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { Ids } from "../../ports.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Write } from "../../store/table.ts";
import type { Caller } from "./caller.ts";

/** The author of a change: the API key or the panel user, and the address that the request came from. */
export interface Actor {
  /** The key's id. Null or absent if a user made the change. */
  key_id?: string | null;
  /** The user's id. Null or absent if a key made the change. */
  user_id?: string | null;
  source: string;
}

/** Returns the caller of a request as the author of a change. @param source the address that the request came from. */
export const actorOf = ({ key_id, user_id }: Caller, source: string): Actor => ({ key_id, user_id, source });

/** The author of a change: a key or a user, the operator through a command, or, if null, the service itself. */
export type By = Actor | "operator" | null;

/** A change to be logged. `changed` contains field names, never their values. */
export interface Activity {
  account_id: AccountId;
  /** The webhook's owner ("account" or an instance id), or the instance itself. */
  owner: string;
  action: ActivityAction;
  actor: By;
  /** The id of the changed message, event, or key, if it isn't the `owner`. */
  subject?: string | null;
  changed: string[];
}

/** A stored entry in the account's activity log. */
export interface ActivityRecord extends Omit<Activity, "actor"> {
  id: string;
  /**
   * Set if the operator made the change. If this, the key, and the user are all missing, the service itself made it.
   */
  operator?: true;
  key_id: string | null;
  /** The user's id. Null or absent if the change wasn't made by a user. */
  user_id?: string | null;
  source: string | null;
  at: string;
  /** When the record is deleted, in epoch seconds. */
  ttl: number;
}

/** The activity log entries. */
export const activityRecords = recordsAt<ActivityRecord, Parameters<typeof keys.activity>>(keys.activity);

/**
 * Writes an activity log entry in the same transaction as the change, so neither can exist without the other. Spec:
 * Webhook management ("recorded in the account's activity log with the key that made it").
 */
export function activityWrite(ids: Ids, { actor, ...activity }: Activity, now: Date): Write {
  const by = actor === "operator" ? null : actor;
  const record: ActivityRecord = {
    ...activity,
    id: ids.next(ID_PREFIXES.activity, now),
    ...(actor === "operator" && { operator: true }),
    key_id: by?.key_id ?? null,
    ...(by?.user_id && { user_id: by.user_id }),
    source: by?.source ?? null,
    at: wireTime(now),
    ttl: Math.floor(now.getTime() / 1000) + LIMITS.activityDays * 86_400,
  };
  return { put: { ...keys.activity(activity.account_id, record.id), ...record }, if: [{ item: "absent" }] };
}
