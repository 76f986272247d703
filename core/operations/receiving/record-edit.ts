import { withText } from "../../domain/messages/message-content.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { type EventDeps, messageEvent } from "../../records/message-event.ts";
import { changeStoredMessage, type NetworkChange } from "./change-stored-message.ts";

/** Records the new text of a message; `author` wrote the message and edited it. */
export interface Edit extends NetworkChange {
  text: string;
}

/**
 * Records that a message was edited: by the other side, on the phone, or by a request of ours that the network took.
 * Repeated, or older than the last edit: nothing. Spec: Events, `message.edited`.
 * @throws FenceLost @returns whether anything changed.
 */
export async function recordEdit(deps: EventDeps, edit: Edit): Promise<boolean> {
  const changed = await changeStoredMessage(deps, edit, async (message) => {
    const edited_at = wireTime(edit.at);
    if (message.edited_at !== null && (message.body === edit.text || message.edited_at > edited_at)) return null;
    const content = message.content && withText(message.content, edit.text);
    const set = { body: edit.text, edited_at, ...(content && { content }) };
    return { set, event: await messageEvent(deps, "message.edited", { ...message, ...set }) };
  });
  return changed !== null;
}
