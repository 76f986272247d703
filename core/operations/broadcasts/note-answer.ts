import { HOUR_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { languageOfPhone } from "../../domain/broadcasts/country-language.ts";
import { type OptOutWord, optOutAnswer, optOutWord } from "../../domain/broadcasts/opt-out-words.ts";
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

/** A message from a person, with the fields that matter for broadcasts. */
export interface PersonAnswer {
  account_id: string;
  instance_id: InstanceId;
  phone: string | null;
  chat_id: string | null;
  /** Its text, if it is a text message; null for a file, a voice note … */
  text: string | null;
  /** The id of the choice the person picked, which counts as written, too; null if none. */
  choice: string | null;
  written_at: Date;
}

/** The effects of a person's message on broadcasts, for the transaction that stores it. */
export interface NotedAnswer {
  writes: Write[];
  person: { set: Partial<PersonRecord>; remove: (keyof PersonRecord)[]; if: Condition };
  /** The person opted out just now. */
  optedOut: boolean;
  /** Whether the person's STOP or START word gets an answer. */
  isConfirmed: boolean;
  /** Whether that answer now waits in the lane. */
  wakesLane: boolean;
}

/**
 * A message within this time after a broadcast's message counts as an answer to it, and soft STOP words work only then.
 * Our number: docs/decisions/0097.
 */
const ANSWER_MS = 72 * HOUR_MS;
/** The network's times are whole seconds. */
const SECOND_MS = 1_000;

/** States that an opt-out may replace; final ones stay. */
const OPTED_OUT_FROM: (RecipientState | null)[] = [null, "sent", "delivered", "read", "replied"];
const ANSWERED_FROM: (RecipientState | null)[] = [null, "sent", "delivered", "read"];

/** A person's message as understood for broadcasts, with the data that its effects need. */
export type BroadcastAnswer =
  /**
   * The person opts out of broadcasts. `states`: the page with their state in the last broadcast; null if there is
   * none.
   */
  | { kind: "opts_out"; last: LastBroadcast | null; states: Item | null; language: string }
  /**
   * The person wants broadcasts again. `language`: that of the answer to their word. `kept`: where their opt-out is
   * stored, if their data were erased since.
   */
  | { kind: "opts_in"; language: string; kept: Key[] }
  /** The person had opted out before their data were erased, and this is their first message since. */
  | { kind: "stays_out"; kept: FoundOptOut }
  /** The message is the first answer to a broadcast. */
  | { kind: "replies"; last: LastBroadcast; states: Item | null };

/**
 * Finds out whether a person's message opts out of broadcasts, opts in, or answers one. Spec: broadcasts, STOP words;
 * docs/decisions/0097.
 * @param found the author. @param kept the opt-out that was kept when their data were erased; null if none.
 * @returns null if it does none of these.
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
 * Returns the language for the answer to a STOP or START word: that of the last broadcast the person got, otherwise
 * that of their number's country.
 */
async function languageFor(table: Table, { account_id, instance_id }: PersonAnswer, last: LastBroadcast | null) {
  const broadcast = last && (await broadcastRecords.read(table, account_id, last.id));
  return broadcast?.language ?? languageOfPhone((await instanceRecords.read(table, instance_id))?.phone ?? null);
}

/**
 * Returns the writes for the effect of a person's message on broadcasts. If they are refused, call
 * `readBroadcastAnswer` again.
 * @param meant from `readBroadcastAnswer`.
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

/** Soft words opt out only right after a broadcast's message, if nothing was sent to the person since. */
const isStop = (word: OptOutWord | null, last: LastBroadcast | null, answer: PersonAnswer) =>
  word === "stop" || (word === "soft_stop" && last !== null && !last.overtaken && isRecent(last, answer));

function isRecent({ ms }: LastBroadcast, { written_at }: PersonAnswer): boolean {
  const behindMs = written_at.getTime() - Math.floor(ms / SECOND_MS) * SECOND_MS;
  return behindMs >= 0 && behindMs <= ANSWER_MS;
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

/** Has the lane check how many people have opted out of the broadcast, even while none of its messages starts. */
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

/** Gives the new record of the person the opt-out that was kept under a hash, which is then needed no longer. */
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

/** Records the first answer to the broadcast; later messages cost nothing. */
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

/** Builds the answer to a STOP or START word. */
function confirmation(
  deps: Pick<LaneDeps, "ids">,
  { account_id, instance_id, phone, chat_id }: PersonAnswer,
  found: FoundPerson,
  text: string,
  now: Date,
): Write[] {
  return putOwnReply(deps, { account_id, instance_id, found, phone, chat_id, origin: "auto", text }, now).writes;
}
