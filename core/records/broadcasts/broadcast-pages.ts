import type { MessageId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A person in an audience, with the data they had when the audience was built. */
export interface AudiencePerson {
  /** The key of the person's record. */
  person: string;
  phone: string | null;
  chat_id: string | null;
  name: string | null;
  /** The person's placeholder values. */
  fields: Record<string, string>;
}

/** A page of up to a hundred broadcast recipients. */
export interface PeoplePage {
  people: AudiencePerson[];
  ttl: number;
}

/** The pages of broadcast recipients, by instance, broadcast, generation, and page. */
export const peoplePages = recordsAt<PeoplePage, Parameters<typeof keys.broadcastPeople>>(keys.broadcastPeople);

/** A person as specified by the customer. */
export interface GivenPerson {
  phone: string;
  name: string | null;
  fields: Record<string, string>;
}

/** The people specified for an audience, by instance, broadcast, generation and page. */
export const givenPages = recordsAt<{ people: GivenPerson[]; ttl: number }, Parameters<typeof keys.broadcastGiven>>(
  keys.broadcastGiven,
);

/**
 * The states of up to a hundred people on the corresponding page. `count` is the number of people on the page. Each
 * person has one attribute (`stateField`), which is absent while they are waiting.
 */
export interface StatePage {
  count: number;
  /** When the network last accepted a message to someone on this page. Absent means never. */
  last_at?: string;
  ttl: number;
}

/** The pages of broadcast progress, by instance, broadcast, generation, and page. */
export const statePages = recordsAt<StatePage, Parameters<typeof keys.broadcastPage>>(keys.broadcastPage);

/** The record that a broadcast was sent to a person. */
export interface SentTo {
  message_id: MessageId;
  ttl: number;
}

/** The people to whom broadcasts were sent, by instance, broadcast, and person. */
export const sentTo = recordsAt<SentTo, Parameters<typeof keys.broadcastSent>>(keys.broadcastSent);
