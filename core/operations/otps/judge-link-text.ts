import { MINUTE_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { privateUserOf } from "../../domain/messages/chat-id.ts";
import { hasOneOwner, isFormOf, otherForm } from "../../domain/messages/written-forms.ts";
import { codesIn } from "../../domain/otps/find-code.ts";
import type { OtpRecord } from "../../records/otps/otp.ts";
import type { OtpCodes } from "../../records/otps/otp-codes.ts";
import { isPending } from "../../records/otps/otp-events.ts";
import { type FoundPerson, personRecords } from "../../records/person.ts";
import type { Table } from "../../store/table.ts";
import { findLinkOtp } from "./find-link-otp.ts";

/**
 * How much older than the OTP a text may appear to be and still complete it. Phone clocks drift, and network timestamps
 * are in whole seconds.
 */
const OLDER_BY_MS = MINUTE_MS;

/** A text that a person sent in their own chat with the instance. Captions are included; forwarded texts are not. */
export interface LinkText {
  instance_id: InstanceId;
  text: string;
  /** When the text was written, according to the network's clock. */
  written_at: Date;
}

/** How a text affects its instance's OTP links, or null if it doesn't affect any. */
export type JudgedLink =
  /** The text completes this OTP. */
  | { kind: "completes"; otp: OtpRecord }
  /** The text completes this OTP if its author, whose number is hidden, turns out to be the intended person. */
  | { kind: "hidden"; otp: OtpRecord };

/**
 * Finds the OTP that a text completes. A text without eight digits costs nothing. Any other text costs one read for
 * each candidate code. Spec: OTP, by link; docs/decisions/0091.
 * @param found the text's author. @throws any error from opening the secret for codes.
 */
export async function judgeLinkText(
  deps: { table: Table; codes: OtpCodes },
  { instance_id, text, written_at }: LinkText,
  found: FoundPerson,
  now: Date,
): Promise<JudgedLink | null> {
  let hidden: JudgedLink | null = null;
  for (const code of codesIn(text)) {
    const otp = await findLinkOtp(deps, instance_id, code);
    if (!otp || otp.instance_id !== instance_id || otp.channel !== "link" || !isPending(otp, now)) continue;
    // Texts from a phone's history, and texts written before the OTP was created, don't complete it.
    if (written_at.getTime() < Date.parse(otp.created_at) - OLDER_BY_MS) continue;
    const fits = await isFor(deps.table, otp, found);
    if (fits === "yes") return { kind: "completes", otp };
    if (fits === "unknown") hidden ??= { kind: "hidden", otp };
  }
  return hidden;
}

/**
 * Checks whether an OTP was created for the author. Returns `unknown` if the author's number is hidden, in which case
 * the author might be the intended person.
 */
export async function isFor(
  table: Table,
  { instance_id, phone }: OtpRecord,
  { person }: FoundPerson,
): Promise<"yes" | "no" | "unknown"> {
  if (phone === null || phone === person) return "yes";
  if (isFormOf(phone, person)) return (await isSamePerson(table, instance_id, phone, person)) ? "yes" : "no";
  if (privateUserOf(person) === null) return "no";
  const expected = await personRecords.read(table, instance_id, phone);
  if (expected?.private_id === undefined) return "unknown";
  return expected.private_id === person ? "yes" : "no";
}

/**
 * Checks whether another form of an OTP's phone number belongs to the same person. Either the network must have
 * reported that form, or both forms must have one owner under the country's numbering plan and the given form must not
 * belong to a known person. A false positive would verify a stranger.
 */
async function isSamePerson(table: Table, instance: InstanceId, phone: string, person: string): Promise<boolean> {
  const asked = await personRecords.read(table, instance, phone);
  if (asked?.merged_into !== undefined) return asked.merged_into === person;
  const isPlanned = hasOneOwner(phone) && otherForm(phone) === person;
  return isPlanned && asked?.last_in_at === undefined && asked?.own_form !== true;
}
