import type { EventType } from "../contracts/event-types.ts";
import type { LaneDeps } from "../lanes/lane.ts";
import type { MediaStore } from "../ports.ts";
import type { EventDraft } from "./event.ts";
import type { MessageRecord } from "./message.ts";
import { presentMessage } from "./message-view.ts";

/**
 * The dependencies of an operation that ends with an event about a message. `media` creates the link to the message's
 * file.
 */
export type EventDeps = LaneDeps & { media: Pick<MediaStore, "link"> };

/**
 * Builds an event about a message. Call this before determining the event's time (see `eventWrites`).
 * @param more additional event fields besides the message. Spec: Events › Event types.
 */
export async function messageEvent(
  deps: { media: Pick<MediaStore, "link"> },
  type: EventType,
  record: MessageRecord,
  more: Record<string, unknown> = {},
): Promise<EventDraft> {
  const data = { ...(await presentMessage(deps, record)), ...more };
  return { account_id: record.account_id, instance_id: record.instance_id, type, data };
}
