import { HOUR_MS } from "../../contracts/durations.ts";
import type { AccountId, MessageId } from "../../contracts/ids.ts";
import { codesIn } from "../../domain/otps/find-code.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import type { EventRoute } from "../../records/event.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { OtpCodes } from "../../records/otps/otp-codes.ts";
import type { FoundPerson } from "../../records/person.ts";
import { instanceLane } from "../../store/lane-names.ts";
import type { Write } from "../../store/table.ts";
import { type JudgedLink, judgeLinkText, type LinkText } from "./judge-link-text.ts";
import { verificationWrites } from "./verify-link.ts";

/** No OTP lives longer. */
const LONGEST_MS = HOUR_MS;

/** A text of a person that is about to be stored as a message. */
export interface ArrivingText extends LinkText {
  account_id: AccountId;
  message_id: MessageId;
  chat_id: string | null;
}

/**
 * Finds a text's effect on the links of its instance, for the transaction that stores it: it verifies an OTP, or the
 * lane rechecks it later, because its author's number is hidden or the codes can't be computed just now. Call it again
 * after a refusal.
 * @returns null: nothing. Spec: OTP, by link; docs/decisions/0091.
 */
export async function noticeLinkText(
  deps: EventDeps & { codes?: OtpCodes },
  text: ArrivingText,
  found: FoundPerson,
  route: EventRoute,
  now: Date,
): Promise<{ writes: Write[]; verifies: boolean } | null> {
  const { codes, ...own } = deps;
  if (!codes || codesIn(text.text).length === 0) return null;
  let judged: JudgedLink | null;
  try {
    judged = await judgeLinkText({ ...deps, codes }, text, found, now);
  } catch (error) {
    // A problem with one text must not hold up everything that is written to the number.
    const { instance_id, message_id } = text;
    deps.log.error({ instance_id, message_id, error: String(error) }, "a text could not be compared with links' codes");
    return { writes: [lookAgain(text, found, null, now)], verifies: false };
  }
  if (judged?.kind === "hidden") return { writes: [lookAgain(text, found, judged, now)], verifies: false };
  if (!judged) return null;
  const { chat_id } = text;
  return { writes: verificationWrites(own, judged.otp, { found, chat_id }, route, now), verifies: true };
}

/**
 * A row that has the lane recheck the text until its OTP expires. One for each hidden author and OTP, however often
 * they write.
 */
function lookAgain(text: ArrivingText, { person }: FoundPerson, judged: JudgedLink | null, now: Date): Write {
  const { instance_id, message_id } = text;
  const until = judged?.otp.expires_at ?? new Date(now.getTime() + LONGEST_MS).toISOString();
  const id = judged ? `link-${judged.otp.id}-${person}` : `link-${message_id}`;
  const data = { link: message_id, otp: judged?.otp.id ?? null, writer: person, until };
  return recheckRow(instanceLane(instance_id), id, now, data);
}
