import { HOUR_MS } from "../../contracts/durations.ts";
import { ID_PREFIXES, type MessageId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { MessageOrigin } from "../../contracts/message.ts";
import { phoneChat } from "../../domain/messages/chat-id.ts";
import {
  contentView,
  type MediaContent,
  needsPreparing,
  type StoredFile,
  type TextContent,
} from "../../domain/messages/message-content.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { putRow } from "../../lanes/put-row.ts";
import { emptyMessage, keptUntil, type MessageRecord, messageItem } from "../../records/message.ts";
import type { FoundPerson } from "../../records/person.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../store/lane-queues.ts";
import type { Write } from "../../store/table.ts";

/** A reply that the service itself sends. */
export interface OwnReply {
  account_id: string;
  instance_id: string;
  /** The person who wrote the latest message. */
  found: FoundPerson;
  phone: string | null;
  chat_id: string | null;
  origin: Extract<MessageOrigin, "otp" | "auto" | "ai">;
  text: string;
  /** A file, with the text as its caption. Absent if only the text is sent. */
  media?: { content: MediaContent; file: StoredFile | null };
  /**
   * The chat's `team_rev` at the time the answer was decided. The reply is sent only if the team hasn't sent a message
   * since.
   */
  team_rev?: number;
  /** When the reply expires if it hasn't been sent. Defaults to a day from now. */
  expires_at?: Date;
}

/**
 * Builds the writes for a message to a person who just wrote, to include in the transaction that stores the person's
 * message. The new message is added to the instance's lane as a reply. Wake the lane after the commit. A reply that
 * can't be sent before it expires is dropped.
 */
export function putOwnReply(
  deps: Pick<LaneDeps, "ids">,
  reply: OwnReply,
  now: Date,
): { id: MessageId; writes: Write[] } {
  const { account_id, instance_id, found, origin, media, team_rev } = reply;
  const id = deps.ids.next(ID_PREFIXES.message, now);
  const content = contentOf(reply);
  const expires_at = reply.expires_at ?? new Date(now.getTime() + LIMITS.notConnectedHours * HOUR_MS);
  const prepared = needsPreparing(content) && { needs_prepare: true };
  const data = { account_id, message_id: id, person: found.person, ...prepared };
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
    // The file is shared with other messages, so it must outlive this one.
    ...(media?.file && { file: media.file, file_shared: true }),
    ...(team_rev !== undefined && { team_rev }),
    ttl: keptUntil(now),
  };
  return { id, writes: [{ put: messageItem(message), if: [{ item: "absent" }] }, row] };
}

function contentOf({ text, media }: OwnReply): TextContent | MediaContent {
  if (media) return { ...media.content, caption: text === "" ? null : text };
  return { kind: "text", text, link_preview: false, mentions: [] };
}
