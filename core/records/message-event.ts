import type { EventType } from "../contracts/event-types.ts";
import type { LaneDeps } from "../lanes/lane.ts";
import type { MediaStore } from "../ports.ts";
import type { EventDraft } from "./event.ts";
import type { MessageRecord } from "./message.ts";
import { presentMessage } from "./message-view.ts";

/** What an operation needs that ends in an event about a message: its file's link is made then. */
export type EventDeps = LaneDeps & { media: Pick<MediaStore, "link"> };

/**
 * An event that carries a message. Make it before the event's time is taken: see `eventWrites`.
 * @param more what the event says beside the message. Spec: Events › Event types.
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
