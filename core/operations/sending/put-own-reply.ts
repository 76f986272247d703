import { HOUR_MS } from "../../contracts/durations.ts";
import { ID_PREFIXES, type MessageId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { MessageOrigin } from "../../contracts/message.ts";
import { phoneChat } from "../../domain/messages/chat-id.ts";
import { contentView, type TextContent } from "../../domain/messages/message-content.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { putRow } from "../../lanes/put-row.ts";
import { emptyMessage, keptUntil, type MessageRecord, messageItem } from "../../records/message.ts";
import type { FoundPerson } from "../../records/person.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../store/lane-queues.ts";
import type { Write } from "../../store/table.ts";

/** A text that the service itself answers with. */
export interface OwnReply {
  account_id: string;
  instance_id: string;
  /** Whoever wrote just now. */
  found: FoundPerson;
  phone: string | null;
  chat_id: string | null;
  origin: Extract<MessageOrigin, "otp" | "auto" | "ai">;
  text: string;
}

/**
 * A text to somebody who wrote just now, as a reply in the instance's lane: for the transaction of what they wrote. Wake
 * the lane behind it. An answer that can't go within a day is none any more.
 */
export function putOwnReply(deps: LaneDeps, reply: OwnReply, now: Date): { id: MessageId; writes: Write[] } {
  const { account_id, instance_id, found, origin } = reply;
  const id = deps.ids.next(ID_PREFIXES.message, now);
  const content: TextContent = { kind: "text", text: reply.text, link_preview: false, mentions: [] };
  const expires_at = new Date(now.getTime() + LIMITS.notConnectedHours * HOUR_MS);
  const data = { account_id, message_id: id, person: found.person };
  const lane = instanceLane(instance_id);
  const row = putRow({ lane, queue: INSTANCE_QUEUES.reply, id, due: now, expires_at, data }, now);
  const message: MessageRecord = {
    ...emptyMessage(),
    ...contentView(content),
    id,
    account_id,
    instance_id,
    phone: reply.phone ?? found.known?.phone ?? null,
    chat_id: reply.chat_id ?? found.known?.chat_id ?? (reply.phone === null ? null : phoneChat(reply.phone)),
    contact_name: found.known?.contact_name ?? null,
    direction: "out",
    status: "queued",
    origin,
    created_at: wireTime(now),
    person: found.person,
    class: "reply",
    step: "waiting",
    row: row.put.sk,
    content,
    ttl: keptUntil(now),
  };
  return { id, writes: [{ put: messageItem(message), if: [{ item: "absent" }] }, row] };
}
