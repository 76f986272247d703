import type { MessageId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** One person of an audience, as they were when it was made. */
export interface AudiencePerson {
  /** The key of the person's record. */
  person: string;
  phone: string | null;
  chat_id: string | null;
  name: string | null;
  /** Values of placeholders. */
  fields: Record<string, string>;
}

/** A hundred people of a broadcast. */
export interface PeoplePage {
  people: AudiencePerson[];
  ttl: number;
}

/** The people of broadcasts, by instance, broadcast, generation and page. */
export const peoplePages = recordsAt<PeoplePage, Parameters<typeof keys.broadcastPeople>>(keys.broadcastPeople);

/** Somebody as a customer named them. */
export interface GivenPerson {
  phone: string;
  name: string | null;
  fields: Record<string, string>;
}

/** The people that were given for an audience, by instance, broadcast, generation and page. */
export const givenPages = recordsAt<{ people: GivenPerson[]; ttl: number }, Parameters<typeof keys.broadcastGiven>>(
  keys.broadcastGiven,
);

/**
 * The progress of the same hundred: besides `count`, how many people the page has, one attribute per person
 * (`stateField`), absent while they wait.
 */
export interface StatePage {
  count: number;
  /** When a message to one of them was accepted last; absent: none was. */
  last_at?: string;
  ttl: number;
}

/** The progress of broadcasts, by instance, broadcast, generation and page. */
export const statePages = recordsAt<StatePage, Parameters<typeof keys.broadcastPage>>(keys.broadcastPage);

/** A person whom a broadcast was sent to. */
export interface SentTo {
  message_id: MessageId;
  ttl: number;
}

/** Whom broadcasts were sent to, by instance, broadcast and person. */
export const sentTo = recordsAt<SentTo, Parameters<typeof keys.broadcastSent>>(keys.broadcastSent);
