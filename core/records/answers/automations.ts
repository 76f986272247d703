import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * The automations that are turned on for an instance. The record is absent if none has ever been turned on. It is
 * written in the same transaction as the settings.
 */
export interface AutomationsRecord {
  menu?: boolean;
  agent?: boolean;
  auto_reply?: boolean;
  /** The agent's `wait_seconds` and `pause_after_team_reply_minutes`. Absent means the documented default. */
  wait_seconds?: number;
  pause_minutes?: number;
}

/** The records of enabled automations, by instance. */
export const automationsRecords = recordsAt<AutomationsRecord, Parameters<typeof keys.automations>>(keys.automations);

/** Whether any automation may answer. */
export const isAnyOn = (automations: AutomationsRecord | null): automations is AutomationsRecord =>
  automations?.menu === true || automations?.agent === true || automations?.auto_reply === true;
