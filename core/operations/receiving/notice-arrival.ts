import type { MessageRecord } from "../../records/message.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { FoundPerson, PersonRecord } from "../../records/person.ts";
import type { Condition, Write } from "../../store/table.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/** The effects of an arriving message beside being stored, in the same transaction. */
export interface ArrivalEffects {
  writes: Write[];
  /** Other changes in the person's record, which that transaction writes anyway. */
  person: { set: Partial<PersonRecord>; remove: (keyof PersonRecord)[]; if: Condition };
  /** A row was put into the instance's lane. */
  wakesLane: boolean;
  /** Called behind the commit. */
  wake(): Promise<void>;
}

/** An arrival that sets nothing off. */
export const NO_EFFECTS: ArrivalEffects = {
  writes: [],
  person: { set: {}, remove: [], if: [] },
  wakesLane: false,
  wake: async () => {},
};

/**
 * Finds what a person's message sets off: a link's code verifies its OTP; a word like STOP ends broadcasts to them; an answer
 * to a broadcast is counted there. Asked anew after a refusal.
 * @param message the record that is about to be stored.
 */
export async function noticeArrival(
  _deps: EventDeps,
  _incoming: IncomingMessage,
  _message: MessageRecord,
  _found: FoundPerson,
  _now: Date,
): Promise<ArrivalEffects> {
  return NO_EFFECTS;
}
