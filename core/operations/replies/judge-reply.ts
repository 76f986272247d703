import type { UpdateSavedReplyBody } from "../../contracts/answers/saved-reply.ts";
import type { AccountId } from "../../contracts/ids.ts";
import { isVisible } from "../../contracts/visible-text.ts";
import { type CheckedMedia, checkMenuMedia } from "../../domain/answers/menu-media.ts";
import { replyTextFault } from "../../domain/answers/reply-text.ts";
import { savedFileKey } from "../../domain/files/saved-file-key.ts";
import { ApiError } from "../../errors.ts";
import type { MenuFile } from "../../records/answers/menu.ts";
import type { SavedReplyRecord } from "../../records/answers/saved-reply.ts";

/** The data needed to validate a saved reply, besides the request. */
export interface ReplyJudging {
  account_id: AccountId;
  /** The id to assign to a file included in the request. */
  newId: string;
  /** Whether files may be fetched from private addresses, which is allowed when everything runs on one machine. */
  allowPrivate: boolean;
}

/** A valid text and file. */
export interface JudgedReply {
  text: string | null;
  media: CheckedMedia | null;
}

/**
 * Validates a saved reply as it will be after the request. Fields omitted from the request keep their value in `now`.
 * @throws ApiError `validation_failed` with everything that is wrong with the reply.
 */
export function judgeReply(
  body: Pick<UpdateSavedReplyBody, "text" | "media">,
  now: Pick<SavedReplyRecord, "text" | "media"> | null,
  { account_id, newId, allowPrivate }: ReplyJudging,
): JudgedReply {
  const given = body.text === undefined ? (now?.text ?? null) : body.text;
  const text = given !== null && isVisible(given) ? given : null;
  const faults: Record<string, string> = {};
  const fault = text === null ? null : replyTextFault(text);
  if (fault !== null) faults.text = fault;

  const before = now?.media ?? null;
  const media = body.media === undefined ? before && asGiven(before) : body.media;
  const rules = { newId, allowPrivate, fileKey: savedFileKey(account_id, newId) };
  const known = before === null ? null : knownOf(before, media?.id);
  const checked = media ? checkMenuMedia({ media, answer: text ?? "" }, known, rules) : null;
  if (checked && "faults" in checked)
    for (const [field, one] of Object.entries(checked.faults)) faults[FIELDS[field] ?? field] ??= one;
  if (text === null && !media) faults.text ??= "Add a text, a file, or both.";
  if (Object.keys(faults).length > 0 || (checked && "faults" in checked)) {
    const errors = Object.fromEntries(Object.entries(faults).map(([field, one]) => [field, [one]]));
    throw new ApiError("validation_failed", { errors });
  }
  return { text, media: checked };
}

/** Maps menu field names to the corresponding names in saved replies. */
const FIELDS: Record<string, string> = { answer: "text" };

/** Returns the id of a reply's stored file, or null if the file was specified by URL. */
export const fileIdOf = ({ content }: MenuFile): string | null =>
  "key" in content.file ? content.file.key.slice(content.file.key.lastIndexOf("/") + 1) : null;

/** Returns a stored file in the form that a request would use. */
function asGiven(media: MenuFile) {
  const { mimetype, filename, voice, file } = media.content;
  return { id: fileIdOf(media), ...("url" in file && { url: file.url }), mimetype, filename, voice };
}

function knownOf({ content, file }: MenuFile, id: string | null | undefined) {
  const own = fileIdOf({ content, file });
  return own !== null && own === id && file !== null ? { id: own, content, file } : null;
}
