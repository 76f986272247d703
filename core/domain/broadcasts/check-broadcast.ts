import type { GivenBroadcast } from "../../contracts/broadcasts/broadcast.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { fieldsOf, readTemplate } from "../../contracts/placeholders.ts";
import type { MediaContent } from "../messages/message-content.ts";
import { checkContent, type FieldErrors, type FileRules, type FileToStore } from "../messages/send-content.ts";
import { checkSendTime } from "../messages/send-time.ts";
import { checkRecipients } from "./check-recipients.ts";
import { withOptOutLine } from "./opt-out-line.ts";

/** A broadcast's file, once it has been checked. `upload` must be stored under the key in `media`. */
export interface CheckedFile {
  media: MediaContent | null;
  upload: FileToStore | null;
}

/** The broadcast fields that the rules for its file depend on. */
type About = Pick<GivenBroadcast, "text" | "media">;

/**
 * Checks the broadcast rules that involve several fields. @param language the language of the opt-out line.
 * @param hasRecipients whether its recipients are already known. @returns error messages by field, or an empty object
 * if the broadcast is valid. Spec: POST /v1/broadcasts.
 */
export function checkBroadcast(
  given: GivenBroadcast,
  { language, hasFile, hasRecipients }: { language: string; hasFile: boolean; hasRecipients: boolean },
  now: Date,
): FieldErrors {
  const text = checkText(given.text, language, hasFile);
  const time = checkSendTime(given.start_at, now);
  return {
    ...(text !== null && { text: [text] }),
    ...checkAudience(given, hasRecipients),
    ...checkRecipients(given.recipients),
    ...("error" in time && { start_at: [time.error.replace("send_at", "start_at").replace("send now", "begin now")] }),
  };
}

/** Checks the text. @returns a sentence that describes the error, or null if the text is valid. */
function checkText(text: string, language: string, hasFile: boolean): string | null {
  const read = readTemplate(text);
  if ("fault" in read) return read.fault;
  const fields = fieldsOf(read.template);
  if (fields.length > LIMITS.broadcastFieldsMax) return `Use at most ${LIMITS.broadcastFieldsMax} placeholders.`;
  const most = textMaxChars(hasFile);
  const fixed = read.template.map((part) => ("text" in part ? part.text : "")).join("");
  if ([...withOptOutLine(fixed, language)].length <= most) return null;
  return `With the line about how to opt out, the text is longer than ${most} characters. Shorten it.`;
}

/** Returns the maximum length of one person's message, including the opt-out line. */
export const textMaxChars = (hasFile: boolean): number => (hasFile ? LIMITS.captionMaxChars : LIMITS.textMaxChars);

function checkAudience(
  { audience, days, label_id, recipients, include_saved_contacts }: GivenBroadcast,
  hasRecipients: boolean,
): FieldErrors {
  const errors: FieldErrors = {};
  if (audience === "label" && !label_id) errors.label_id = ["Set the label whose people should get the broadcast."];
  if (audience === "phones" && !recipients && !hasRecipients)
    errors.recipients = ["Set the people who should get the broadcast."];
  const misplaced = {
    ...(audience !== "label" && label_id && { label_id: "label" }),
    ...(audience !== "phones" && recipients && { recipients: "phones" }),
    ...(audience !== "recent" && days && { days: "recent" }),
    ...(audience !== "recent" && include_saved_contacts && { include_saved_contacts: "recent" }),
  };
  for (const [field, of] of Object.entries(misplaced)) {
    errors[field] = [`This field is only for the audience "${of}". Leave it out, or choose that audience.`];
  }
  return errors;
}

/** Checks a broadcast's file as if it were sent in a message, with the text as its caption. */
export function checkFile({ text, media }: About, rules: FileRules): CheckedFile | { errors: FieldErrors } {
  if (!media) return { media: null, upload: null };
  // Only the beginning of the text is checked as a caption here. The length of the whole text, including the opt-out
  // line, is checked with the other rules for the text.
  const caption = [...text].slice(0, LIMITS.captionMaxChars).join("");
  const checked = checkContent({ instance_id: "", text: caption, media }, rules);
  if ("errors" in checked) return checked;
  return { media: checked.content as MediaContent, upload: checked.upload }; // media was given, so there is content
}
