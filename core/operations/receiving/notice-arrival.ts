import { chatKind } from "../../domain/messages/chat-id.ts";
import type { InboxExtras } from "../../records/day-counts.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { FoundPerson, PersonRecord } from "../../records/person.ts";
import type { Condition, Write } from "../../store/table.ts";
import { noteAnswer } from "../broadcasts/note-answer.ts";
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

/**
 * Finds what a person's message sets off: a link's code verifies its OTP; a word like STOP ends broadcasts to them; an answer
 * to a broadcast is counted there. Asked anew after a refusal.
 * @param message the record that is about to be stored.
 */
export async function noticeArrival(
  deps: EventDeps,
  incoming: IncomingMessage,
  message: MessageRecord,
  found: FoundPerson,
  now: Date,
): Promise<ArrivalEffects> {
  const { account_id, instance_id, phone, type, written_at } = incoming;
  const text = type === "text" ? incoming.body : null; // captions and voice notes say nothing of broadcasts
  const answer = { account_id, instance_id, phone, chat_id: message.chat_id, text, written_at };
  const noted = isTalk(incoming) ? await noteAnswer(deps, answer, found, now) : null;
  if (!noted) return NO_EFFECTS;
  const { writes, person, optedOut, wakesLane } = noted;
  return { ...NO_EFFECTS, writes, person, counts: optedOut ? { opt_outs: 1 } : {}, wakesLane };
}

/** Written to the number by one person, and not by the number itself. */
const isTalk = ({ participant, chat_id, from_me }: IncomingMessage) =>
  !from_me && participant === null && (chatKind(chat_id) === "phone" || chatKind(chat_id) === "private");
