import type { InstanceId, NoteId, UserId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A note added to a chat by the team. */
export interface NoteRecord {
  id: NoteId;
  instance_id: InstanceId;
  text: string;
  /** The user who wrote the note, or null if it was written with an API key. */
  user_id: UserId | null;
  key_id: string | null;
  created_at: string;
  edited_at: string | null;
  /** When the record is deleted, in epoch seconds. */
  ttl: number;
}

/** The stored notes, by chat. */
export const noteRecords = recordsAt<NoteRecord, Parameters<typeof keys.note>>(keys.note);
