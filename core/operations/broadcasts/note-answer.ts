import { HOUR_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { languageOfPhone } from "../../domain/broadcasts/country-language.ts";
import { type OptOutWord, optOutAnswer, optOutWord } from "../../domain/broadcasts/opt-out-words.ts";
import type { RecipientLetter } from "../../domain/broadcasts/recipient-letters.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { asRead } from "../../records/as-read.ts";
import { broadcastRecords } from "../../records/broadcasts/broadcast.ts";
import { type LastBroadcast, packLastBroadcast, readLastBroadcast } from "../../records/broadcasts/last-broadcast.ts";
import { moveLetter } from "../../records/broadcasts/letter-move.ts";
import { instanceRecords } from "../../records/instance.ts";
import type { FoundPerson, PersonRecord } from "../../records/person.ts";
import { instanceLane } from "../../store/lane-names.ts";
import type { Condition, Write } from "../../store/table.ts";
import { putOwnReply } from "../sending/put-own-reply.ts";

/** A message of a person, as far as broadcasts care. */
export interface Answer {
  account_id: string;
  instance_id: InstanceId;
  phone: string | null;
  chat_id: string | null;
  /** Its text, when it is nothing but that; null: a file, a voice note … */
  text: string | null;
  written_at: Date;
}

/** The effects of an answer, in the transaction that stores it. */
export interface NotedAnswer {
  writes: Write[];
  person: { set: Partial<PersonRecord>; remove: (keyof PersonRecord)[]; if: Condition };
  /** They opted out just now. */
  optedOut: boolean;
  /** Their word is answered. */
  isConfirmed: boolean;
  /** An answer to them waits in the lane. */
  wakesLane: boolean;
}

/**
 * An answer to a broadcast comes within this time of its message; so does a word that ends broadcasts there only. Our
 * number: docs/decisions/0097.
 */
const ANSWER_MS = 72 * HOUR_MS;
/** The network's times are whole seconds. */
const SECOND_MS = 1_000;

/** Letters that give way to another: what is final stays. */
const OPTED_OUT_FROM: (RecipientLetter | null)[] = [null, "s", "d", "r", "a"];
const ANSWERED_FROM: (RecipientLetter | null)[] = [null, "s", "d", "r"];

/**
 * Finds the effect of a person's message on broadcasts: they opt out, opt in again, or answer one. Call it again after
 * a refusal. Spec: broadcasts, STOP words; docs/decisions/0097.
 * @param found the author. @returns null: nothing.
 */
export async function noteAnswer(
  deps: LaneDeps,
  answer: Answer,
  found: FoundPerson,
  now: Date,
): Promise<NotedAnswer | null> {
  const { known } = found;
  const last = readLastBroadcast(known?.brd);
  const word = optOutWord(answer.text);
  const isOut = known?.opted_out_ms !== undefined;
  if (!isOut && isStop(word, last, answer)) return optOut(deps, answer, found, last, now);
  if (isOut && word === "start") return optIn(deps, answer, found, last, now);
  return last && !last.answered && isRecent(last, answer) ? replied(deps, answer, found, last) : null;
}

/** Soft words end broadcasts right after a message of one, when it is the last thing that was written to them. */
const isStop = (word: OptOutWord | null, last: LastBroadcast | null, answer: Answer) =>
  word === "stop" || (word === "soft_stop" && last !== null && !last.overtaken && isRecent(last, answer));

function isRecent({ ms }: LastBroadcast, { written_at }: Answer): boolean {
  const behindMs = written_at.getTime() - Math.floor(ms / SECOND_MS) * SECOND_MS;
  return behindMs >= 0 && behindMs <= ANSWER_MS;
}

async function optOut(
  deps: LaneDeps,
  answer: Answer,
  found: FoundPerson,
  last: LastBroadcast | null,
  now: Date,
): Promise<NotedAnswer> {
  const letter = last && isRecent(last, answer) ? "q" : "o";
  const move = last && (await moveLetter(deps.table, answer.instance_id, last, letter, OPTED_OUT_FROM));
  const reply = await confirmation(deps, answer, found, last, "stopped", now);
  return {
    writes: [...(move ? [move] : []), ...reply, ...(move && last ? [judgeRow(answer.instance_id, last, now)] : [])],
    person: { set: { opted_out_ms: now.getTime() }, remove: [], if: asRead(found.known, ["opted_out_ms", "brd"]) },
    optedOut: true,
    isConfirmed: true,
    wakesLane: true,
  };
}

/** Has the lane judge the broadcast by how many have opted out, even while none of its messages starts. */
const judgeRow = (instance: InstanceId, { id }: LastBroadcast, now: Date): Write =>
  recheckRow(instanceLane(instance), `judged-${id}`, now, { judged: id });

async function optIn(
  deps: LaneDeps,
  answer: Answer,
  found: FoundPerson,
  last: LastBroadcast | null,
  now: Date,
): Promise<NotedAnswer> {
  return {
    writes: await confirmation(deps, answer, found, last, "started", now),
    person: { set: {}, remove: ["opted_out_ms"], if: asRead(found.known, ["opted_out_ms"]) },
    optedOut: false,
    isConfirmed: true,
    wakesLane: true,
  };
}

/** They answered it: once, so later messages cost nothing. */
async function replied(
  deps: LaneDeps,
  answer: Answer,
  { known }: FoundPerson,
  last: LastBroadcast,
): Promise<NotedAnswer> {
  const move = await moveLetter(deps.table, answer.instance_id, last, "a", ANSWERED_FROM);
  return {
    writes: move ? [move] : [],
    person: { set: { brd: packLastBroadcast({ ...last, answered: true }) }, remove: [], if: asRead(known, ["brd"]) },
    optedOut: false,
    isConfirmed: false,
    wakesLane: false,
  };
}

/** The answer to their word, in the language of the last broadcast that they got, else in that of the number's country. */
async function confirmation(
  { table, ...deps }: LaneDeps,
  answer: Answer,
  found: FoundPerson,
  last: LastBroadcast | null,
  word: "stopped" | "started",
  now: Date,
): Promise<Write[]> {
  const { account_id, instance_id, phone, chat_id } = answer;
  const broadcast = last && (await broadcastRecords.read(table, account_id, last.id));
  const language =
    broadcast?.language ?? languageOfPhone((await instanceRecords.read(table, instance_id))?.phone ?? null);
  const text = optOutAnswer(language, word);
  return putOwnReply({ table, ...deps }, { account_id, instance_id, found, phone, chat_id, origin: "auto", text }, now)
    .writes;
}
