import { isDeepStrictEqual } from "node:util";
import type { MessageDetails } from "../../contracts/content/details.ts";
import { MINUTE_MS } from "../../contracts/durations.ts";
import { withText } from "../../domain/messages/message-content.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { MessageRecord } from "../../records/message.ts";
import { type EventDeps, messageEvent } from "../../records/message-event.ts";
import { changeStoredMessage, type NetworkChange } from "./change-stored-message.ts";

/** A message's new content. `author` is the person who wrote the message and edited it. */
export interface Edit extends NetworkChange {
  /** The new text, or null to leave the text unchanged. */
  text: string | null;
  /** The new details. Each replaces its earlier value. If absent, all details are left unchanged. */
  details?: MessageDetails;
  /** The sender's current position, for a live location. */
  location?: NonNullable<MessageRecord["location"]>;
  /** Set if the scheduled call or event was cancelled. */
  cancels?: true;
}

/**
 * Records that a message was edited: by the other person, on the phone, or by an API request that the network accepted.
 * Does nothing if the edit is a duplicate or older than the last edit, or if a live location moved less than a minute
 * after its last move. Spec: Events, `message.edited`.
 * @throws FenceLost @returns whether anything changed.
 */
export async function recordEdit(deps: EventDeps, edit: Edit): Promise<boolean> {
  const changed = await changeStoredMessage(deps, edit, async (message) => {
    const edited_at = wireTime(edit.at);
    const change = changeOf(edit, message);
    if (change === null || (edit.location && isTooSoon(message, edit.at))) return null;
    const isSame = Object.entries(change).every(([name, value]) =>
      isDeepStrictEqual(message[name as keyof MessageRecord], value),
    );
    if (message.edited_at !== null && (isSame || message.edited_at > edited_at)) return null;
    const content = edit.text === null ? null : message.content && withText(message.content, edit.text);
    const set = { ...change, edited_at, ...(content && { content }) };
    return { set, event: await messageEvent(deps, "message.edited", { ...message, ...set }) };
  });
  return changed !== null;
}

/**
 * Returns the message fields that an edit changes, or null if the edit concerns content that the message doesn't have.
 */
function changeOf(
  { text, details, location, cancels }: Edit,
  message: MessageRecord,
): Pick<Partial<MessageRecord>, "body" | "details" | "location"> | null {
  const { event } = message.details ?? {};
  if (cancels && !event) return null;
  const changed = { ...details, ...(cancels && event && { event: { ...event, cancelled: true } }) };
  return {
    ...(text !== null && { body: text }),
    ...(Object.keys(changed).length > 0 && { details: { ...message.details, ...changed } }),
    ...(location && { location }),
  };
}

const isTooSoon = ({ edited_at, created_at }: MessageRecord, at: Date): boolean =>
  at.getTime() - Date.parse(edited_at ?? created_at) < MINUTE_MS;
