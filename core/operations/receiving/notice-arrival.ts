import { chatKind } from "../../domain/messages/chat-id.ts";
import type { InboxExtras } from "../../records/day-counts.ts";
import { type EventRoute, wakeEndpoint } from "../../records/event.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { OtpCodes } from "../../records/otps/otp-codes.ts";
import type { FoundPerson, PersonRecord } from "../../records/person.ts";
import type { Condition, Write } from "../../store/table.ts";
import { noteAnswer } from "../broadcasts/note-answer.ts";
import { noticeLinkText } from "../otps/notice-link-text.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/** The effects of an arriving message beside being stored, in the same transaction. */
export interface ArrivalEffects {
  writes: Write[];
  /** Other changes in the person's record, which that transaction writes anyway. */
  person: { set: Partial<PersonRecord>; remove: (keyof PersonRecord)[]; if: Condition };
  /** Counts of the day besides. */
  counts: InboxExtras;
  /** A row was put into the instance's lane. */
  wakesLane: boolean;
  /** Called behind the commit. */
  wake(): Promise<void>;
}

/** An arrival that sets nothing off. */
export const NO_EFFECTS: ArrivalEffects = {
  writes: [],
  person: { set: {}, remove: [], if: [] },
  counts: {},
  wakesLane: false,
  wake: async () => {},
};

/** Dependencies of what an arrival sets off; without `codes` no link is ever completed. */
export type ArrivalDeps = EventDeps & { codes?: OtpCodes };

/**
 * Finds what a person's message sets off: a link's code verifies its OTP; a word like STOP ends broadcasts to them; an answer
 * to a broadcast is counted there. A link's code is nothing else besides. Asked anew after a refusal.
 * @param message the record that is about to be stored. @param route where the account's events go.
 */
export async function noticeArrival(
  deps: ArrivalDeps,
  incoming: IncomingMessage,
  message: MessageRecord,
  found: FoundPerson,
  route: EventRoute,
  now: Date,
): Promise<ArrivalEffects> {
  if (!isTalk(incoming)) return NO_EFFECTS;
  const { account_id, instance_id, phone, type, written_at } = incoming;
  const { id: message_id, chat_id } = message;
  const text = type === "text" ? incoming.body : null; // captions and voice notes say nothing of broadcasts or OTPs
  if (text !== null && incoming.forwarding_score === undefined) {
    const arriving = { account_id, instance_id, message_id, chat_id, text, written_at };
    const link = await noticeLinkText(deps, arriving, found, route, now);
    const wake = async () => (link?.verifies ? wakeEndpoint(deps, route) : undefined);
    if (link) return { ...NO_EFFECTS, writes: link.writes, wakesLane: true, wake };
  }
  const noted = await noteAnswer(deps, { account_id, instance_id, phone, chat_id, text, written_at }, found, now);
  if (!noted) return NO_EFFECTS;
  const { writes, person, optedOut, wakesLane } = noted;
  return { ...NO_EFFECTS, writes, person, counts: optedOut ? { opt_outs: 1 } : {}, wakesLane };
}

/** Written to the number by one person, and not by the number itself. */
const isTalk = ({ participant, chat_id, from_me }: IncomingMessage) =>
  !from_me && participant === null && (chatKind(chat_id) === "phone" || chatKind(chat_id) === "private");
