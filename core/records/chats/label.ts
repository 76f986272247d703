import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A label of an instance's chats. */
export interface LabelRecord {
  id: number;
  name: string;
  /** 0–19. */
  color: number;
  /** How many chats have it: exact, changed in the transaction that writes its rows. */
  count: number;
  /** Whether the phone has it as it is here; null: this number's phone has no labels. */
  synced: boolean | null;
  /** The phone's own id of it; absent: the phone has not got it. */
  phone_id?: string;
  /** When a request or the phone last changed its name or colour, epoch ms. */
  changed_ms: number;
  /** When it was deleted, epoch ms: what comes late about it changes nothing. */
  deleted_ms?: number;
  /** Of a deleted one: when its record goes, epoch seconds. */
  ttl?: number;
}

/** The labels of each instance. */
export const labelRecords = recordsAt<LabelRecord, Parameters<typeof keys.label>>(keys.label);
