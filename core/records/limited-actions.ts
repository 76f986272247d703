import type { InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/** An instance's limited actions on the latest day: `day`, and a count under each action's name. */
export interface LimitedActionsRecord {
  day?: string;
  /** When people were last added to a group, epoch ms. */
  added_ms?: number;
  [kind: string]: unknown;
}

/** The stored limited actions, by instance. */
export const limitedActionRecords = recordsAt<LimitedActionsRecord, [InstanceId]>(keys.limitedActions);
