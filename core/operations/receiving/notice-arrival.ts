import type { BotsRecord } from "../../records/answers/bots.ts";
import type { InboxExtras } from "../../records/day-counts.ts";
import type { FoundPerson, PersonRecord } from "../../records/person.ts";
import type { Condition, Write } from "../../store/table.ts";
import { awaitAnswer, noteTeamReply } from "../answers/note-chat-text.ts";
import { type NotedAnswer, noteAnswer } from "../broadcasts/note-answer.ts";
import { noticeLinkText } from "../otps/notice-link-text.ts";
import type { ArrivalContext, ArrivalDeps } from "./arrival-context.ts";
import { answerOf, isChatOfTwo } from "./arrived-text.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/** The effects of an arriving message besides being stored, in the same transaction. */
export interface ArrivalEffects {
  writes: Write[];
  /** Other changes to the person's record, which that transaction writes anyway. */
  person: { set: Partial<PersonRecord>; remove: (keyof PersonRecord)[]; if: Condition };
  /** Additional counts for the day. */
  counts: InboxExtras;
  /** A row was put into the instance's lane. */
  wakesLane: boolean;
  /** An event besides the message's own was put into the endpoint's lane. */
  isReported: boolean;
  /** When an automation's answer is due; null if none is. */
  answerDue: Date | null;
}

/** An arrival without effects. */
export const NO_EFFECTS: ArrivalEffects = {
  writes: [],
  person: { set: {}, remove: [], if: [] },
  counts: {},
  wakesLane: false,
  isReported: false,
  answerDue: null,
};

/** The context of a message in a person's chat. */
type PersonsContext = ArrivalContext & { found: FoundPerson };

/**
 * Returns the effects of a message in a chat with a person: a link's code verifies its OTP; a word like STOP ends
 * broadcasts to them; an answer to a broadcast is counted there; everything else waits for an automation's answer. A
 * link's code has no other effect. A message typed on the phone silences the automations.
 */
export function noticeArrival(
  deps: Pick<ArrivalDeps, "ids">,
  incoming: IncomingMessage,
  context: PersonsContext,
  now: Date,
): ArrivalEffects {
  if (!isChatOfTwo(incoming)) return NO_EFFECTS;
  const { found, bots, link, answer, route, id: message_id } = context;
  if (incoming.from_me) return teamReply(incoming, found, bots, now);
  const { instance_id } = incoming;
  const meant = answerOf(incoming, found);
  if (link) {
    const chat = { found, chat_id: meant.chat_id };
    const { writes, verifies } = noticeLinkText(deps, link, { instance_id, message_id }, chat, route, now);
    return { ...NO_EFFECTS, writes, wakesLane: true, isReported: verifies };
  }
  const noted = answer && noteAnswer(deps, meant, found, answer, now);
  const effects = noted ? { ...NO_EFFECTS, ...effectsOf(noted) } : NO_EFFECTS;
  // STOP and START have their own answers.
  if (noted?.isConfirmed) return { ...effects, counts: noted.optedOut ? { opt_outs: 1 } : {} };
  const awaited = answerTo(incoming, context, now);
  if (!awaited) return effects;
  return { ...effects, writes: [...effects.writes, ...awaited.writes], answerDue: awaited.due };
}

/** Returns an automation's answer to a person's message; null if there will be none. */
function answerTo(incoming: IncomingMessage, { id: message_id, found, bots }: PersonsContext, now: Date) {
  const { account_id, instance_id, written_at } = incoming;
  if (incoming.error_code === "unreadable" || found.known?.blocked === true) return null;
  const before_ms = found.known?.last_ms;
  return awaitAnswer({ account_id, instance_id, message_id, person: found.person, written_at, before_ms }, bots, now);
}

/** Notes that the team answered on the phone, which silences the automations and shows in the chat who answers it. */
function teamReply(
  { instance_id, written_at }: IncomingMessage,
  { person, known }: FoundPerson,
  bots: BotsRecord | null,
  now: Date,
): ArrivalEffects {
  const writes = noteTeamReply({ instance_id, person, written_at }, bots, now);
  // Nothing they wrote later depends on it.
  const isLast = written_at.toISOString() >= (known?.last_in_at ?? "");
  const set = writes.length > 0 && isLast ? ({ handled_by: "team" } as const) : {};
  return { ...NO_EFFECTS, writes, person: { ...NO_EFFECTS.person, set } };
}

const effectsOf = ({ writes, person, wakesLane }: NotedAnswer) => ({ writes, person, wakesLane });
