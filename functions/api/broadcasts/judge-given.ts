import type { GivenBroadcast } from "../../../core/contracts/broadcasts/broadcast.ts";
import { checkBroadcast, checkFile } from "../../../core/domain/broadcasts/check-broadcast.ts";
import { languageOfPhone } from "../../../core/domain/broadcasts/country-language.ts";
import type { MediaContent } from "../../../core/domain/messages/message-content.ts";
import type { FileRules } from "../../../core/domain/messages/send-content.ts";
import { checkSendTime } from "../../../core/domain/messages/send-time.ts";
import type { ChosenBroadcast } from "../../../core/operations/broadcasts/create-broadcast.ts";
import { requireLabel } from "../../../core/operations/chats/require-label.ts";
import type { GivenPerson } from "../../../core/records/broadcasts/broadcast-pages.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { validationError } from "../validate.ts";

/** The input for validating a broadcast, in addition to the request itself. */
interface Judging {
  instance: InstanceRecord;
  rules: FileRules;
  now: Date;
  /** The broadcast's current file, or null if it has none. A request without `media` leaves the file in place. */
  kept: MediaContent | null;
  /** Whether the broadcast's recipients are already stored. */
  hasRecipients: boolean;
}

/**
 * Validates all fields of a broadcast in a request and reports all errors together.
 * @throws ApiError `validation_failed`; `not_found` for an unknown label.
 */
export async function judgeGiven(
  deps: ApiDeps,
  given: GivenBroadcast,
  { instance, rules, now, kept, hasRecipients }: Judging,
) {
  const language = given.language ?? languageOfPhone(instance.phone);
  const file = given.media === undefined ? { media: kept, upload: null } : checkFile(given, rules);
  const hasFile = "errors" in file || file.media !== null;
  const errors = {
    ...("errors" in file && file.errors),
    ...checkBroadcast(given, { language, hasFile, hasRecipients }, now),
  };
  const time = checkSendTime(given.start_at, now);
  if ("errors" in file || "error" in time || Object.keys(errors).length > 0) throw validationError(errors);
  const { audience: kind, days = null, label_id = null, include_saved_contacts } = given;
  if (label_id !== null) await requireLabel(deps.table, instance.id, label_id);
  const chosen: ChosenBroadcast = {
    ...{ text: given.text, language, media: file.media },
    name: given.name ?? null,
    audience: { kind, days, label_id, include_saved_contacts: include_saved_contacts ?? false },
    interval_seconds: given.interval_seconds ?? null,
    per_day: given.per_day ?? null,
  };
  return {
    chosen,
    upload: file.upload,
    start_at: time.at,
    given: given.recipients ? peopleOf(given.recipients) : null,
  };
}

const peopleOf = (recipients: NonNullable<GivenBroadcast["recipients"]>): GivenPerson[] =>
  recipients.map(({ phone, name, fields }) => ({ phone, name: name || null, fields: fields ?? {} }));
