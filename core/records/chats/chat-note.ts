import type { InstanceId, NoteId, UserId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A note that the team keeps in a chat. */
export interface NoteRecord {
  id: NoteId;
  instance_id: InstanceId;
  text: string;
  /** The person who wrote it; null if a key did. */
  user_id: UserId | null;
  key_id: string | null;
  created_at: string;
  edited_at: string | null;
  /** When the record is deleted, epoch seconds. */
  ttl: number;
}

/** The chats' notes. */
export const noteRecords = recordsAt<NoteRecord, Parameters<typeof keys.note>>(keys.note);
