import type { InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/** An instance's limited actions on its latest day: `day`, plus a count under the name of each action. */
export interface LimitedActionsRecord {
  day?: string;
  /** When people were last added to a group, in epoch ms. */
  added_ms?: number;
  [kind: string]: unknown;
}

/** The stored limited actions, by instance. */
export const limitedActionRecords = recordsAt<LimitedActionsRecord, [InstanceId]>(keys.limitedActions);
