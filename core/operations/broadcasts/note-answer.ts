import { HOUR_MS, MINUTE_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { languageOfPhone } from "../../domain/broadcasts/country-language.ts";
import { optOutAnswer } from "../../domain/broadcasts/opt-out-answers.ts";
import { type OptOutWord, optOutWord } from "../../domain/broadcasts/opt-out-words.ts";
import type { RecipientState } from "../../domain/broadcasts/recipient-states.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { asRead } from "../../records/as-read.ts";
import { broadcastRecords } from "../../records/broadcasts/broadcast.ts";
import { type LastBroadcast, packLastBroadcast, readLastBroadcast } from "../../records/broadcasts/last-broadcast.ts";
import { moveState, readStates } from "../../records/broadcasts/state-move.ts";
import { instanceRecords } from "../../records/instance.ts";
import type { FoundOptOut } from "../../records/kept-opt-outs.ts";
import type { FoundPerson, PersonRecord } from "../../records/person.ts";
import { instanceLane } from "../../store/lane-names.ts";
import type { Condition, Item, Key, Table, Write } from "../../store/table.ts";
import { putOwnReply } from "../sending/put-own-reply.ts";

/** The parts of a person's message that matter for broadcasts. */
export interface PersonAnswer {
  account_id: string;
  instance_id: InstanceId;
  phone: string | null;
  chat_id: string | null;
  /** The text of a text message. Null for files, voice notes and other kinds of messages. */
  text: string | null;
  /** The id of the choice that the person picked, or null if they picked none. A choice counts as text they wrote. */
  choice: string | null;
  written_at: Date;
}

/** How a person's message affects broadcasts. Used in the transaction that stores the message. */
export interface NotedAnswer {
  writes: Write[];
  person: { set: Partial<PersonRecord>; remove: (keyof PersonRecord)[]; if: Condition };
  /** Whether this message made the person opt out. */
  optedOut: boolean;
  /** Whether an automatic message confirms the person's STOP or START word. */
  isConfirmed: boolean;
  /** Whether that confirmation is now waiting in the lane. */
  wakesLane: boolean;
}

/**
 * How long after a broadcast message a person's message counts as a reply to the broadcast. Soft STOP words only work
 * within this time. We chose this number ourselves: docs/decisions/0097.
 */
const ANSWER_MS = 72 * HOUR_MS;
/**
 * How far an answer's time may precede that of the broadcast message. Our clock may differ from the network's, whose
 * times are in whole seconds, and some answers are automatic and arrive immediately.
 */
const OLDER_BY_MS = MINUTE_MS;

/** The states that an opt-out may replace. All other states are final. */
const OPTED_OUT_FROM: (RecipientState | null)[] = [null, "sent", "delivered", "read", "replied"];
const ANSWERED_FROM: (RecipientState | null)[] = [null, "sent", "delivered", "read"];

/** The meaning of a person's message for broadcasts, with the data needed to act on it. */
export type BroadcastAnswer =
  /**
   * The person opts out of broadcasts. `states` is the page with their state in the last broadcast, or null if there is
   * no such page.
   */
  | { kind: "opts_out"; last: LastBroadcast | null; states: Item | null; language: string }
  /**
   * The person wants to receive broadcasts again. `language`: the language of the confirmation. `kept`: where their
   * opt-out is stored, if their data has been erased since they opted out.
   */
  | { kind: "opts_in"; language: string; kept: Key[] }
  /** The person opted out before their data was erased, and this is their first message since. */
  | { kind: "stays_out"; kept: FoundOptOut }
  /** The message is the person's first reply to a broadcast. */
  | { kind: "replies"; last: LastBroadcast; states: Item | null };

/**
 * Determines whether a person's message opts out of broadcasts, opts in, or answers a broadcast. Spec: broadcasts, STOP
 * words; docs/decisions/0097.
 * @param found the message's sender. @param kept the opt-out that was retained when the sender's data was erased, or
 * null.
 * @returns null if the message does none of these.
 */
export async function readBroadcastAnswer(
  table: Table,
  answer: PersonAnswer,
  { known }: FoundPerson,
  kept: FoundOptOut | null,
): Promise<BroadcastAnswer | null> {
  const { instance_id } = answer;
  const last = readLastBroadcast(known?.brd);
  const word = optOutWord(answer.text) ?? optOutWord(answer.choice);
  const isOut = known?.opted_out_ms !== undefined || kept !== null;
  if (!isOut && isStop(word, last, answer)) {
    const states = last && (await readStates(table, instance_id, last));
    return { kind: "opts_out", last, states, language: await languageFor(table, answer, last) };
  }
  if (isOut && word === "start") {
    return { kind: "opts_in", language: await languageFor(table, answer, last), kept: kept?.places ?? [] };
  }
  if (kept !== null) return { kind: "stays_out", kept };
  if (!last || last.answered || !isRecent(last, answer)) return null;
  return { kind: "replies", last, states: await readStates(table, instance_id, last) };
}

/**
 * Returns the language in which to confirm a STOP or START word: that of the last broadcast the person received, or
 * otherwise that of the country of the instance's number.
 */
async function languageFor(table: Table, { account_id, instance_id }: PersonAnswer, last: LastBroadcast | null) {
  const broadcast = last && (await broadcastRecords.read(table, account_id, last.id));
  return broadcast?.language ?? languageOfPhone((await instanceRecords.read(table, instance_id))?.phone ?? null);
}

/**
 * Returns the writes that apply the effects of a person's message on broadcasts. If the writes are refused, call
 * `readBroadcastAnswer` again.
 * @param meant the result of `readBroadcastAnswer`.
 */
export function noteAnswer(
  deps: Pick<LaneDeps, "ids">,
  answer: PersonAnswer,
  found: FoundPerson,
  meant: BroadcastAnswer,
  now: Date,
): NotedAnswer {
  if (meant.kind === "opts_out") return optOut(deps, answer, found, meant, now);
  if (meant.kind === "stays_out") return staysOut(found, meant.kept);
  return meant.kind === "opts_in" ? optIn(deps, answer, found, meant, now) : replied(found, meant);
}

type Meaning<Kind extends BroadcastAnswer["kind"]> = Extract<BroadcastAnswer, { kind: Kind }>;

/**
 * Whether a word opts the person out. A soft word does so only soon after a broadcast message, and only if nothing else
 * was sent to the person after that message.
 */
const isStop = (word: OptOutWord | null, last: LastBroadcast | null, answer: PersonAnswer) =>
  word === "stop" || (word === "soft_stop" && last !== null && !last.overtaken && isRecent(last, answer));

function isRecent({ ms }: LastBroadcast, { written_at }: PersonAnswer): boolean {
  const behindMs = written_at.getTime() - ms;
  return behindMs >= -OLDER_BY_MS && behindMs <= ANSWER_MS;
}

function optOut(
  deps: Pick<LaneDeps, "ids">,
  answer: PersonAnswer,
  found: FoundPerson,
  { last, states, language }: Meaning<"opts_out">,
  now: Date,
): NotedAnswer {
  const state = last && isRecent(last, answer) ? "opted_out_after" : "opted_out";
  const move = last && moveState(states, last, state, OPTED_OUT_FROM);
  const reply = confirmation(deps, answer, found, optOutAnswer(language, "stopped"), now);
  return {
    writes: [...(move ? [move] : []), ...reply, ...(move && last ? [judgeRow(answer.instance_id, last, now)] : [])],
    person: { set: { opted_out_ms: now.getTime() }, remove: [], if: asRead(found.known, ["opted_out_ms", "brd"]) },
    optedOut: true,
    isConfirmed: true,
    wakesLane: true,
  };
}

/**
 * Builds the write that makes the lane check how many people have opted out of the broadcast, even while none of its
 * messages are starting.
 */
const judgeRow = (instance: InstanceId, { id }: LastBroadcast, now: Date): Write =>
  recheckRow(instanceLane(instance), `judged-${id}`, now, { judged: id });

function optIn(
  deps: Pick<LaneDeps, "ids">,
  answer: PersonAnswer,
  found: FoundPerson,
  { language, kept }: Meaning<"opts_in">,
  now: Date,
): NotedAnswer {
  return {
    writes: [...confirmation(deps, answer, found, optOutAnswer(language, "started"), now), ...deletions(kept)],
    person: { set: {}, remove: ["opted_out_ms"], if: asRead(found.known, ["opted_out_ms"]) },
    optedOut: false,
    isConfirmed: true,
    wakesLane: true,
  };
}

/** Transfers the opt-out stored under a hash to the person's new record. The hashed copy is then no longer needed. */
function staysOut({ known }: FoundPerson, { opted_out_ms, places }: FoundOptOut): NotedAnswer {
  return {
    writes: deletions(places),
    person: { set: { opted_out_ms }, remove: [], if: asRead(known, ["opted_out_ms"]) },
    optedOut: false,
    isConfirmed: false,
    wakesLane: false,
  };
}

const deletions = (places: readonly Key[]): Write[] => places.map((place) => ({ delete: place }));

/** Records the first reply to the broadcast. Later messages cause no writes. */
function replied({ known }: FoundPerson, { last, states }: Meaning<"replies">): NotedAnswer {
  const move = moveState(states, last, "replied", ANSWERED_FROM);
  return {
    writes: move ? [move] : [],
    person: { set: { brd: packLastBroadcast({ ...last, answered: true }) }, remove: [], if: asRead(known, ["brd"]) },
    optedOut: false,
    isConfirmed: false,
    wakesLane: false,
  };
}

/** Builds the message that confirms a STOP or START word. */
function confirmation(
  deps: Pick<LaneDeps, "ids">,
  { account_id, instance_id, phone, chat_id }: PersonAnswer,
  found: FoundPerson,
  text: string,
  now: Date,
): Write[] {
  return putOwnReply(deps, { account_id, instance_id, found, phone, chat_id, origin: "auto", text }, now).writes;
}
