import { HOUR_MS } from "../../contracts/durations.ts";
import type { InstanceId, MessageId } from "../../contracts/ids.ts";
import { codesIn } from "../../domain/otps/find-code.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import type { EventRoute } from "../../records/event.ts";
import type { OtpCodes } from "../../records/otps/otp-codes.ts";
import type { FoundPerson } from "../../records/person.ts";
import { instanceLane } from "../../store/lane-names.ts";
import type { Write } from "../../store/table.ts";
import { type JudgedLink, judgeLinkText, type LinkText } from "./judge-link-text.ts";
import { verificationWrites } from "./verify-link.ts";

/** The maximum lifetime of an OTP. */
const LONGEST_MS = HOUR_MS;

/** Identifies a text that is about to be stored as a message. */
interface TextPlace {
  instance_id: InstanceId;
  message_id: MessageId;
}

/** How an incoming text affects its instance's OTP links. */
export type ArrivedLink =
  | JudgedLink
  /** Codes can't be computed at the moment. */
  | { kind: "unjudged" };

/**
 * Determines how a text affects its instance's links. @returns null if it doesn't affect any of them. Spec: OTP, by
 * link; docs/decisions/0091.
 */
export async function readLinkText(
  deps: Pick<LaneDeps, "table" | "log"> & { codes?: OtpCodes },
  text: LinkText & TextPlace,
  found: FoundPerson,
  now: Date,
): Promise<ArrivedLink | null> {
  const { table, codes } = deps;
  if (!codes || codesIn(text.text).length === 0) return null;
  try {
    return await judgeLinkText({ table, codes }, text, found, now);
  } catch (error) {
    // A problem with one text must not hold up other messages to the number.
    const { instance_id, message_id } = text;
    deps.log.error(
      { instance_id, message_id, error: String(error) },
      "a text could not be compared with the codes of links",
    );
    return { kind: "unjudged" };
  }
}

/**
 * Returns the writes that apply a text's effect on its instance's links. Include them in the transaction that stores
 * the text. They either verify an OTP or make the lane recheck the text later, because its author's number is hidden or
 * because the codes can't currently be computed. If the writes are refused, call `readLinkText` again.
 * @param link the result of `readLinkText`. @param chat_id the id of the chat with the author.
 */
export function noticeLinkText(
  deps: Pick<LaneDeps, "ids">,
  link: ArrivedLink,
  text: TextPlace,
  { found, chat_id }: { found: FoundPerson; chat_id: string | null },
  route: EventRoute,
  now: Date,
): { writes: Write[]; verifies: boolean } {
  if (link.kind === "completes") {
    return { writes: verificationWrites(deps, link.otp, { found, chat_id }, route, now), verifies: true };
  }
  return { writes: [linkRecheck(text, found, link.kind === "hidden" ? link : null, now)], verifies: false };
}

/**
 * Builds a row that makes the lane recheck the text until the OTP expires. There is one row per hidden author and OTP,
 * however often the author writes.
 */
function linkRecheck(text: TextPlace, { person }: FoundPerson, judged: JudgedLink | null, now: Date): Write {
  const { instance_id, message_id } = text;
  const until = judged?.otp.expires_at ?? new Date(now.getTime() + LONGEST_MS).toISOString();
  const id = judged ? `link-${judged.otp.id}-${person}` : `link-${message_id}`;
  const data = { link: message_id, otp: judged?.otp.id ?? null, writer: person, until };
  return recheckRow(instanceLane(instance_id), id, now, data);
}
