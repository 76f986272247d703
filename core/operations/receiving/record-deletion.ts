import { wireTime } from "../../domain/wire-time.ts";
import type { MediaStore } from "../../ports.ts";
import type { MessageRecord } from "../../records/message.ts";
import { type EventDeps, messageEvent } from "../../records/message-event.ts";
import { markPages } from "../../records/people-marks.ts";
import { changeStoredMessage, type NetworkChange } from "./change-stored-message.ts";

/** The fields cleared when a message is deleted for everyone. */
const CLEARED = {
  body: null,
  content: null,
  file: null,
  location: null,
  contact: null,
  poll: null,
  poll_votes: null,
  order: null,
  product: null,
  link_preview: null,
  reactions: null,
  reactions_count: 0,
  reactions_spilled: false,
  network_bytes: null,
  transcript: null,
} satisfies Partial<MessageRecord>;

/** Dependencies for recording a deletion, which also removes the file. */
export type DeletionDeps = EventDeps & { media: Pick<MediaStore, "link" | "remove"> };

/**
 * Records that a message was deleted for everyone: clears its content and removes its file. Repeated calls change
 * nothing. `author` is the message's author, even if a group admin deleted it. Spec: Events, `message.deleted`.
 * @throws FenceLost @returns whether anything changed.
 */
export async function recordDeletion(deps: DeletionDeps, deletion: NetworkChange): Promise<boolean> {
  let file: string | null = null;
  let hasPages = false;
  const changed = await changeStoredMessage(deps, deletion, async (message) => {
    file = message.file && !message.file_shared ? message.file.key : null;
    hasPages = message.poll_votes?.spilled === true || message.reactions_spilled === true;
    const set = { ...CLEARED, ...(message.details && { details: {} }), deleted_at: wireTime(deletion.at) };
    return { set, event: await messageEvent(deps, "message.deleted", { ...message, ...set }) };
  });
  if (changed && file !== null) {
    // The record has already been cleared. If the file can't be removed now, the bucket's lifecycle rule deletes it
    // later.
    await deps.media
      .remove(file)
      .catch((error) => deps.log.warn({ message_id: changed.id, error: String(error) }, "file not removed"));
  }
  // If a crash leaves pages behind, they expire like the file.
  if (changed && hasPages) for (const page of markPages(changed.instance_id, changed.id)) await deps.table.write(page);
  return changed !== null;
}
