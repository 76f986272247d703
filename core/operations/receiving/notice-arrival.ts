import { chatKind } from "../../domain/messages/chat-id.ts";
import type { BotsRecord } from "../../records/answers/bots.ts";
import type { InboxExtras } from "../../records/day-counts.ts";
import { type EventRoute, wakeEndpoint } from "../../records/event.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { OtpCodes } from "../../records/otps/otp-codes.ts";
import type { FoundPerson, PersonRecord } from "../../records/person.ts";
import type { Condition, Write } from "../../store/table.ts";
import { awaitAnswer, noteTeamReply } from "../answers/note-chat-text.ts";
import { noteAnswer } from "../broadcasts/note-answer.ts";
import { noticeLinkText } from "../otps/notice-link-text.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/** The effects of an arriving message beside being stored, in the same transaction. */
export interface ArrivalEffects {
  writes: Write[];
  /** Other changes in the person's record, which that transaction writes anyway. */
  person: { set: Partial<PersonRecord>; remove: (keyof PersonRecord)[]; if: Condition };
  /** Additional counts of the day. */
  counts: InboxExtras;
  /** A row was put into the instance's lane. */
  wakesLane: boolean;
  /** Called after the commit. */
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

/** An arrival, and what was read around it. */
interface Arrival {
  /** The record that is about to be stored. */
  message: MessageRecord;
  found: FoundPerson;
  /** Destination of the account's events. */
  route: EventRoute;
  /** Which automations are on. */
  bots: BotsRecord | null;
}

/**
 * Finds the effects of a message in a chat with a person: a link's code verifies its OTP; a word like STOP ends
 * broadcasts to them; an answer to a broadcast is counted there; everything else waits for an automation's answer. A
 * link's code has no other effect. A message typed on the phone silences the automations. Called again after a refusal.
 */
export async function noticeArrival(
  deps: ArrivalDeps,
  incoming: IncomingMessage,
  { message, found, route, bots }: Arrival,
  now: Date,
): Promise<ArrivalEffects> {
  const { account_id, instance_id, phone, type, written_at } = incoming;
  const { id: message_id, chat_id } = message;
  const { person } = found;
  if (!isChatOfTwo(incoming)) return NO_EFFECTS;
  if (incoming.from_me) return teamReply(incoming, found, bots, now);
  const text = type === "text" ? incoming.body : null; // captions and voice notes mean nothing for broadcasts or OTPs
  if (text !== null && incoming.forwarding_score === undefined) {
    const arriving = { account_id, instance_id, message_id, chat_id, text, written_at };
    const link = await noticeLinkText(deps, arriving, found, route, now);
    const wake = async () => (link?.verifies ? wakeEndpoint(deps, route) : undefined);
    if (link) return { ...NO_EFFECTS, writes: link.writes, wakesLane: true, wake };
  }
  const noted = await noteAnswer(deps, { account_id, instance_id, phone, chat_id, text, written_at }, found, now);
  // STOP and START have answers of their own.
  if (noted?.isConfirmed) return { ...NO_EFFECTS, ...effectsOf(noted), counts: noted.optedOut ? { opt_outs: 1 } : {} };
  const isAnswered = incoming.error_code !== "unreadable" && found.known?.blocked !== true;
  const waiting = { account_id, instance_id, message_id, person, written_at, before_ms: found.known?.last_ms };
  const answer = awaitAnswer(deps, waiting, isAnswered ? bots : null, now);
  const effects = noted ? effectsOf(noted) : NO_EFFECTS;
  return { ...NO_EFFECTS, ...effects, writes: [...effects.writes, ...answer.writes], wake: answer.wake };
}

/** The team answered on the phone: the automations are silent, and the chat shows who answers it. */
function teamReply(
  { instance_id, written_at }: IncomingMessage,
  { person, known }: FoundPerson,
  bots: BotsRecord | null,
  now: Date,
): ArrivalEffects {
  const writes = noteTeamReply({ instance_id, person, written_at }, bots, now);
  // Nothing depends on what they wrote after it.
  const isLast = written_at.toISOString() >= (known?.last_in_at ?? "");
  const set = writes.length > 0 && isLast ? ({ handled_by: "team" } as const) : {};
  return { ...NO_EFFECTS, writes, person: { ...NO_EFFECTS.person, set } };
}

const effectsOf = ({ writes, person, wakesLane }: Pick<ArrivalEffects, "writes" | "person" | "wakesLane">) => ({
  writes,
  person,
  wakesLane,
});

/** Written by one person to the number, or by the number to one person. */
const isChatOfTwo = ({ participant, chat_id, from_me }: IncomingMessage) =>
  (from_me || participant === null) && (chatKind(chat_id) === "phone" || chatKind(chat_id) === "private");
