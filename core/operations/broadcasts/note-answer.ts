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
import type { FoundPerson, PersonRecord } from "../../records/person.ts";
import { instanceLane } from "../../store/lane-names.ts";
import type { Condition, Item, Table, Write } from "../../store/table.ts";
import { putOwnReply } from "../sending/put-own-reply.ts";

/** A message from a person, as far as broadcasts care. */
export interface PersonAnswer {
  account_id: string;
  instance_id: InstanceId;
  phone: string | null;
  chat_id: string | null;
  /** Its text, if it is nothing else; null means a file, a voice note … */
  text: string | null;
  /** The id of one of their choices, which counts as written, too; null if none. */
  choice: string | null;
  written_at: Date;
}

/** An answer's effects, in the transaction that stores it. */
export interface NotedAnswer {
  writes: Write[];
  person: { set: Partial<PersonRecord>; remove: (keyof PersonRecord)[]; if: Condition };
  /** The person opted out just now. */
  optedOut: boolean;
  /** The person's STOP or START word is answered. */
  isConfirmed: boolean;
  /** An answer to the person waits in the lane. */
  wakesLane: boolean;
}

/**
 * An answer to a broadcast arrives within this time after its message; so does a word that ends broadcasts only there.
 * Our number: docs/decisions/0097.
 */
const ANSWER_MS = 72 * HOUR_MS;
/** The network's times are whole seconds. */
const SECOND_MS = 1_000;

/** States that give way to another; final ones stay. */
const OPTED_OUT_FROM: (RecipientState | null)[] = [null, "sent", "delivered", "read", "replied"];
const ANSWERED_FROM: (RecipientState | null)[] = [null, "sent", "delivered", "read"];

/** A person's message as understood for broadcasts, with the data that its effects need. */
export type BroadcastAnswer =
  /** The person ends broadcasts to them. `states`: the page with their state in the last one; null if there is none. */
  | { kind: "opts_out"; last: LastBroadcast | null; states: Item | null; language: string }
  /** The person wants broadcasts again. `language`: of the answer to their word. */
  | { kind: "opts_in"; language: string }
  /** The message is the first answer to a broadcast. */
  | { kind: "replies"; last: LastBroadcast; states: Item | null };

/**
 * Reads what a person's message means for broadcasts. Spec: broadcasts, STOP words; docs/decisions/0097.
 * @param found the author. @returns null means nothing.
 */
export async function readBroadcastAnswer(
  table: Table,
  answer: PersonAnswer,
  { known }: FoundPerson,
): Promise<BroadcastAnswer | null> {
  const { instance_id } = answer;
  const last = readLastBroadcast(known?.brd);
  const word = optOutWord(answer.text) ?? optOutWord(answer.choice);
  const isOut = known?.opted_out_ms !== undefined;
  if (!isOut && isStop(word, last, answer)) {
    const states = last && (await readStates(table, instance_id, last));
    return { kind: "opts_out", last, states, language: await languageFor(table, answer, last) };
  }
  if (isOut && word === "start") return { kind: "opts_in", language: await languageFor(table, answer, last) };
  if (!last || last.answered || !isRecent(last, answer)) return null;
  return { kind: "replies", last, states: await readStates(table, instance_id, last) };
}

/** Returns the language for answering their word: of the last broadcast they got, or else of the number's country. */
async function languageFor(table: Table, { account_id, instance_id }: PersonAnswer, last: LastBroadcast | null) {
  const broadcast = last && (await broadcastRecords.read(table, account_id, last.id));
  return broadcast?.language ?? languageOfPhone((await instanceRecords.read(table, instance_id))?.phone ?? null);
}

/**
 * Returns the effect of a person's message on broadcasts. After a refusal, read its meaning again.
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
  return meant.kind === "opts_in" ? optIn(deps, answer, found, meant, now) : replied(found, meant);
}

type Meaning<Kind extends BroadcastAnswer["kind"]> = Extract<BroadcastAnswer, { kind: Kind }>;

/** Soft words end broadcasts only right after a broadcast message, if nothing was written to the person since. */
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

/** Has the lane check the broadcast by how many have opted out, even while none of its messages starts. */
const judgeRow = (instance: InstanceId, { id }: LastBroadcast, now: Date): Write =>
  recheckRow(instanceLane(instance), `judged-${id}`, now, { judged: id });

function optIn(
  deps: Pick<LaneDeps, "ids">,
  answer: PersonAnswer,
  found: FoundPerson,
  { language }: Meaning<"opts_in">,
  now: Date,
): NotedAnswer {
  return {
    writes: confirmation(deps, answer, found, optOutAnswer(language, "started"), now),
    person: { set: {}, remove: ["opted_out_ms"], if: asRead(found.known, ["opted_out_ms"]) },
    optedOut: false,
    isConfirmed: true,
    wakesLane: true,
  };
}

/** Records an answer to the broadcast, only once, so later messages cost nothing. */
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

/** Builds the answer to the person's word. */
function confirmation(
  deps: Pick<LaneDeps, "ids">,
  { account_id, instance_id, phone, chat_id }: PersonAnswer,
  found: FoundPerson,
  text: string,
  now: Date,
): Write[] {
  return putOwnReply(deps, { account_id, instance_id, found, phone, chat_id, origin: "auto", text }, now).writes;
}
