import type { Status } from "../../contracts/statuses/status.ts";
import { statusEnds } from "../../domain/statuses/status-life.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { type Links, presentMessage } from "../../records/message-view.ts";
import type { FoundStatus } from "./read-status.ts";

/** Builds a status in the form customers see. Spec: statuses. */
export async function presentStatus(deps: Links, { record, message }: FoundStatus): Promise<Status> {
  const { body, media, error, error_code } = await presentMessage(deps, message);
  const ends = statusEnds(message);
  return {
    id: record.id,
    type: typeOf(message.type),
    text: body,
    media: media && {
      url: media.url,
      mimetype: media.mimetype,
      filename: media.filename,
      size_bytes: media.size_bytes,
    },
    background_color: record.background_color,
    font: record.font,
    status: message.status === "failed" ? "failed" : message.sent_at === null ? "queued" : "sent",
    error,
    error_code,
    recipients_count: record.reached ?? record.recipients_count,
    created_at: message.created_at,
    expires_at: ends && wireTime(ends),
    views: record.views ?? 0,
  };
}

/** Other types are not accepted. */
const typeOf = (type: string): Status["type"] =>
  type === "image" || type === "video" || type === "audio" ? type : "text";
