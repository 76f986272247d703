import type { InboxExtras } from "../../records/day-counts.ts";
import type { FoundPerson, PersonRecord } from "../../records/person.ts";
import type { Condition, Write } from "../../store/table.ts";
import { awaitAnswer, noteTeamReply } from "../answers/note-chat-text.ts";
import { type NotedAnswer, noteAnswer } from "../broadcasts/note-answer.ts";
import { noticeLinkText } from "../otps/notice-link-text.ts";
import type { ArrivalContext, ArrivalDeps } from "./arrival-context.ts";
import { answerOf, isChatOfTwo } from "./arrived-text.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/** Everything else that an incoming message changes, in the same transaction that stores it. */
export interface ArrivalEffects {
  writes: Write[];
  /** Other changes to the person's record. They are merged into the transaction's existing write to that record. */
  person: { set: Partial<PersonRecord>; remove: (keyof PersonRecord)[]; if: Condition };
  /** Additional counts for the day's figures. */
  counts: InboxExtras;
  /** Whether a row was added to the instance's lane. */
  wakesLane: boolean;
  /** Whether a second event, besides the message's own, was added to the endpoint's lane. */
  isReported: boolean;
  /** When an automatic answer is due, or null if there will be no answer. */
  answerDue: Date | null;
}

/** The value for a message without any effects. */
export const NO_EFFECTS: ArrivalEffects = {
  writes: [],
  person: { set: {}, remove: [], if: [] },
  counts: {},
  wakesLane: false,
  isReported: false,
  answerDue: null,
};

/** The context of a message in a chat with a person. */
type PersonsContext = ArrivalContext & { found: FoundPerson };

/**
 * Returns the effects of a message in a chat with a person. A link's code verifies its OTP and does nothing else. A
 * word like STOP ends broadcasts to the person, and a response to a broadcast counts toward that broadcast. All
 * messages other than a link's code and confirmed STOP or START words wait for an automatic answer. A message typed on
 * the phone silences the automations.
 */
export function noticeArrival(
  deps: Pick<ArrivalDeps, "ids">,
  incoming: IncomingMessage,
  context: PersonsContext,
  now: Date,
): ArrivalEffects {
  if (!isChatOfTwo(incoming)) return NO_EFFECTS;
  const { found, link, answer, route, id: message_id } = context;
  if (incoming.from_me) return teamReply(incoming, context, now);
  const { instance_id } = incoming;
  const meant = answerOf(incoming, found);
  if (link) {
    const chat = { found, chat_id: meant.chat_id };
    const { writes, verifies } = noticeLinkText(deps, link, { instance_id, message_id }, chat, route, now);
    const out = answer?.kind === "stays_out" ? noteAnswer(deps, meant, found, answer, now) : null;
    const person = out?.person ?? NO_EFFECTS.person;
    return {
      ...NO_EFFECTS,
      writes: [...writes, ...(out?.writes ?? [])],
      person,
      wakesLane: true,
      isReported: verifies,
    };
  }
  const noted = answer && noteAnswer(deps, meant, found, answer, now);
  const effects = noted ? { ...NO_EFFECTS, ...effectsOf(noted) } : NO_EFFECTS;
  // STOP and START words get a confirmation of their own.
  if (noted?.isConfirmed) return { ...effects, counts: noted.optedOut ? { opt_outs: 1 } : {} };
  const awaited = answerTo(incoming, context, now);
  if (!awaited) return effects;
  return { ...effects, writes: [...effects.writes, ...awaited.writes], answerDue: awaited.due };
}

/** Returns the automatic answer to a person's message, or null if there will be no answer. */
function answerTo(incoming: IncomingMessage, { id: message_id, found, automations }: PersonsContext, now: Date) {
  const { account_id, instance_id, written_at } = incoming;
  if (incoming.error_code === "unreadable" || found.known?.blocked === true) return null;
  const before_ms = found.known?.last_ms;
  return awaitAnswer(
    { account_id, instance_id, message_id, person: found.person, written_at, before_ms },
    automations,
    now,
  );
}

/**
 * Records that the team answered on the phone. This silences the automations and marks the chat as handled by the team.
 */
function teamReply(
  { instance_id, written_at }: IncomingMessage,
  { found: { person, known }, automations, silentMs }: PersonsContext,
  now: Date,
): ArrivalEffects {
  const writes = noteTeamReply({ instance_id, person, written_at }, automations, now, silentMs);
  // Whether no later message from the person has been stored.
  const isLast = written_at.toISOString() >= (known?.last_in_at ?? "");
  const set = writes.length > 0 && isLast ? ({ handled_by: "team" } as const) : {};
  return { ...NO_EFFECTS, writes, person: { ...NO_EFFECTS.person, set } };
}

const effectsOf = ({ writes, person, wakesLane }: NotedAnswer) => ({ writes, person, wakesLane });
