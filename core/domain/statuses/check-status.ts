import type { PostStatusBody } from "../../contracts/statuses/status.ts";
import { checkPeople } from "../groups/check-people.ts";
import type { MessageContent } from "../messages/message-content.ts";
import { checkContent, type FieldErrors, type FileRules, type FileToStore } from "../messages/send-content.ts";

/** A status after validation. `recipients` is null if it goes to everyone who wrote recently. */
export interface CheckedStatus {
  content: MessageContent;
  upload: FileToStore | null;
  background_color: string | null;
  font: number | null;
  recipients: string[] | null;
}

const TYPES_RULE = "A status can be a text, an image, a video or audio. Use media with a matching mimetype.";
const TEXT_ONLY = "This field is only for a status that is a text. Leave it out with media.";

/** Checks a status against the rules for messages and for statuses. Spec: POST …/statuses. */
export function checkStatus(body: PostStatusBody, rules: FileRules): CheckedStatus | { errors: FieldErrors } {
  const { text, media, background_color = null, font = null } = body;
  const isText = media === null || media === undefined;
  if (isText && (text === null || text === undefined)) {
    return { errors: { text: ["Send a text of 1 to 700 characters, or media."] } };
  }
  const kept = { ...(background_color !== null && { background_color }), ...(font !== null && { font }) };
  const misplaced = isText ? [] : Object.keys(kept);
  if (misplaced.length > 0) return { errors: Object.fromEntries(misplaced.map((field) => [field, [TEXT_ONLY]])) };
  // Audio in a status is always a voice note, because phones show no other kind.
  const isAudio = media?.mimetype.toLowerCase().startsWith("audio/") === true;
  const file = media && { ...media, ...(isAudio && { voice: true }) };
  const checked = checkContent({ instance_id: "", text, media: file }, rules);
  if ("errors" in checked) return checked;
  if (checked.content.kind === "document") return { errors: { media: [TYPES_RULE] } };
  if (!body.recipients) return { ...checked, background_color, font, recipients: null };
  const judged = checkPeople(body.recipients);
  if ("error" in judged) return { errors: { recipients: [judged.error] } };
  return { ...checked, background_color, font, recipients: judged.people };
}
