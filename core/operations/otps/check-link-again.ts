import type { LaneRow } from "../../lanes/lane.ts";
import { messageRecords } from "../../records/message.ts";
import type { EventDeps } from "../../records/message-event.ts";
import { otpRecords } from "../../records/otps/otp.ts";
import type { OtpCodes } from "../../records/otps/otp-codes.ts";
import { isPending } from "../../records/otps/otp-events.ts";
import type { Owner } from "../../records/owner.ts";
import { type FoundPerson, readPerson } from "../../records/person.ts";
import { isFor, type JudgedLink, judgeLinkText } from "./judge-link-text.ts";
import { verifyLink } from "./verify-link.ts";

/** A text to recheck because its author's number is hidden, together with the phone number that may be the author's. */
export interface HiddenWriter {
  otp: string;
  phone: string;
  found: FoundPerson;
}

type LinkDeps = EventDeps & { codes?: OtpCodes };

/**
 * Rechecks a text that contains a link's code, and verifies the OTP if the table now shows that the author is the
 * intended person.
 * @param row the row put by `noticeLinkText`. @throws FenceLost
 * @returns `over` if nothing is left to do; otherwise the person to query the network about, or null if that person is
 * not known yet.
 */
export async function checkLinkAgain(deps: LinkDeps, own: Owner, row: LaneRow): Promise<"over" | HiddenWriter | null> {
  const now = deps.clock.now();
  if (String(row.until) <= now.toISOString()) return "over";
  const found = await readPerson(deps.table, own.instance_id, String(row.writer));
  const judged = typeof row.otp === "string" ? await judgeOtp(deps, own, row.otp, found) : await judgeText();
  if (!judged) return "over";
  if (judged.kind === "hidden") {
    const { id, phone } = judged.otp;
    return phone === null ? null : { otp: id, phone, found };
  }
  await verifyLink(deps, own, judged.otp.id, found);
  return "over";

  async function judgeText(): Promise<JudgedLink | null> {
    const message = await messageRecords.read(deps.table, own.account_id, String(row.link));
    if (!message || message.body === null || message.edited_at !== null || !deps.codes) return null;
    const { body, instance_id, written_at, created_at } = message;
    const text = { instance_id, text: body, written_at: new Date(written_at ?? created_at) };
    return judgeLinkText({ ...deps, codes: deps.codes }, text, found, now);
  }
}

/** Checks only the OTP whose code the text contained when it arrived, even if the text has been deleted since. */
async function judgeOtp(
  { table, clock }: LinkDeps,
  { account_id }: Owner,
  id: string,
  found: FoundPerson,
): Promise<JudgedLink | null> {
  const otp = await otpRecords.read(table, account_id, id);
  if (!otp || !isPending(otp, clock.now())) return null;
  const fits = await isFor(table, otp, found);
  if (fits === "no") return null;
  return { kind: fits === "yes" ? "completes" : "hidden", otp };
}
