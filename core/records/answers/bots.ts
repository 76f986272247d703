import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** Which automations are on for an instance. Absent: none ever was. Written with the settings in one transaction. */
export interface BotsRecord {
  menu?: boolean;
  agent?: boolean;
  auto_reply?: boolean;
  /** The agent's `wait_seconds` and `pause_after_team_reply_minutes`; absent means as documented. */
  wait_seconds?: number;
  pause_minutes?: number;
}

/** The instances' flags. */
export const botsRecords = recordsAt<BotsRecord, Parameters<typeof keys.bots>>(keys.bots);

/** Whether any automation may answer. */
export const isAnyOn = (bots: BotsRecord | null): bots is BotsRecord =>
  bots?.menu === true || bots?.agent === true || bots?.auto_reply === true;
