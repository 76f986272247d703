import { proto } from "@whiskeysockets/baileys";
import { isNumber, takenCount } from "./bounds/numbers.ts";
import type { Stanza } from "./bounds/stanza.ts";
import type { Unwrapped } from "./content/unwrap.ts";
import { partiesOf } from "./parties.ts";
import type { People } from "./people.ts";

/** A phone's notice that it set a chat's disappearing-message timer. */
export interface TimerNotice {
  /** The person in the chat, or null if it isn't a chat with one person. */
  person: string | null;
  /** The timer in seconds, or 0 if it is off. */
  sec: number;
  at: Date;
}

/** The maximum accepted timer. Phones offer at most 90 days, so a value far above that isn't a timer. */
export const LONGEST_TIMER_SEC = 10 * 365 * 86_400;

/** Reads a notice about a chat's disappearing timer, or returns null if the content is something else. */
export async function readTimer(stanza: Stanza, { content }: Unwrapped, people: People): Promise<TimerNotice | null> {
  const { protocolMessage: notice } = content;
  if (!notice || !isNumber(notice.type, proto.Message.ProtocolMessage.Type.EPHEMERAL_SETTING)) return null;
  const parties = await partiesOf(stanza, people);
  const isPersons = stanza.key.chat.party.kind === "phone" || stanza.key.chat.party.kind === "private";
  const person = parties && isPersons ? parties.person : null;
  return { person, sec: takenCount(notice.ephemeralExpiration, LONGEST_TIMER_SEC) ?? 0, at: stanza.at };
}
