import type { ActivityAction } from "../../contracts/activity.ts";
import { ANSWER_LIMITS } from "../../contracts/answers/answer-limits.ts";
import type { AutomationState } from "../../domain/answers/chat-state.ts";
import { afterHandover } from "../../domain/chats/after-handover.ts";
import type { HandledBy } from "../../domain/chats/chat-fields.ts";
import { isMachines } from "../../domain/chats/waits.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { activityWrite } from "../../records/accounts/activity.ts";
import { putChatState } from "../../records/answers/chat-state.ts";
import type { MenuFile } from "../../records/answers/menu.ts";
import { type TextRow, textRowMessage } from "../../records/answers/text-row.ts";
import { chatOfPerson } from "../../records/chats/chat-as-read.ts";
import { type ChatUpdate, chatUpdate } from "../../records/chats/chat-update.ts";
import { isTheirsLast } from "../../records/chats/theirs-last.ts";
import { readPerson } from "../../records/person.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../store/lane-queues.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { SomeWrites, Write } from "../../store/table.ts";
import { putOwnReply } from "../sending/put-own-reply.ts";
import type { Turn } from "./read-turn.ts";

/** The changes that complete a turn. */
export interface TurnEnd {
  /** The chat's state after the turn. */
  state: AutomationState;
  /** The message to send, or null to send nothing. */
  answer: { text: string; media?: MenuFile; origin: "ai" | "auto" } | null;
  /** The chat's new handler, as customers see it. Null means no handler; undefined leaves the handler unchanged. */
  handler?: HandledBy | null;
  activity?: ActivityAction;
  /** The condition that the chat has not changed; see `putChatState`. */
  claim?: "rev" | "team_rev";
}

/**
 * Completes a turn in one transaction. Stores the answer, if there is one, and puts it into the instance's lane. Also
 * updates the chat's state and deletes the texts that were waiting for the answer. This way, a turn gets at most one
 * answer, no matter what crashes. After the commit, the instance's lane is woken.
 * @returns false if someone sent a message in the meantime, or another run completed the turn. In that case, nothing is
 * written.
 */
export async function commitTurn(deps: LaneDeps, turn: Turn, end: TurnEnd): Promise<boolean> {
  if (end.claim !== "team_rev") return commitAsRead(deps, turn, end);
  return retryOnChange({ tries: TRIES, atEnd: () => false }, async ({ again }) => {
    // The person may keep writing, so read their chat's record right before the commit.
    const found = await readPerson(deps.table, turn.instance.id, turn.found.person);
    if (found.person !== turn.found.person) return false;
    return (await commitAsRead(deps, { ...turn, found }, end)) || again();
  });
}

/** How many times a new text may arrive between the read and the commit before the turn is abandoned. */
const TRIES = 5;

async function commitAsRead(deps: LaneDeps, turn: Turn, end: TurnEnd): Promise<boolean> {
  const { rows, instance, found, state } = turn;
  const now = deps.clock.now();
  const own = { account_id: instance.account_id, instance_id: instance.id };
  const writes: SomeWrites = [
    putChatState(instance.id, found.person, state, end.state, end.claim),
    ...rows.map(({ pk, sk }): Write => ({ delete: { pk, sk }, if: [{ item: "exists" }] })),
    ...(await handlerWrites(deps, turn, end.handler)),
  ];
  if (end.activity !== undefined) {
    const line = { account_id: own.account_id, owner: own.instance_id, action: end.activity, actor: null, changed: [] };
    writes.push(activityWrite(deps.ids, line, now));
  }
  if (end.answer) {
    const { media, ...answer } = end.answer;
    // After an hour, nobody expects an answer to a text anymore, even if the number was offline in between.
    const expires_at = new Date(Math.max(...rows.map(writtenMs)) + ANSWER_LIMITS.textAgeMs);
    const to = { found, phone: null, chat_id: null, team_rev: state.team_rev, expires_at };
    if (turn.plan.word === "goes") writes.push(...turn.plan.writes);
    writes.push(...putOwnReply(deps, { ...own, ...to, ...answer, ...(media && { media }) }, now).writes);
  }
  if (!(await isCommitted(deps.table.transact(writes)))) return false;
  if (end.answer) await ensureWake(deps, instanceLane(instance.id), now, INSTANCE_QUEUES.reply);
  return true;
}

const writtenMs = ({ written_at }: TextRow) => Date.parse(written_at);

/**
 * Returns the writes that set the chat's handler in the chat's record. They may also list the person as waiting. The
 * chat's last message is read if it isn't one of the turn's texts: the person may have written it while the answer was
 * prepared, or nothing answers such messages.
 */
export async function handlerWrites(
  { table }: Pick<LaneDeps, "table">,
  { instance, found, rows }: Pick<Turn, "instance" | "found" | "rows">,
  handler: HandledBy | null | undefined,
): Promise<ChatUpdate[]> {
  const { known } = found;
  if (handler === undefined || known === null || (known.handled_by ?? null) === handler) return [];
  const isTurns = rows.some((row) => textRowMessage(row) === known.last_id);
  const isTheirs = isTurns || (isMachines(known) && (await isTheirsLast(table, instance.account_id, known)));
  return [chatUpdate(chatOfPerson(instance.id, found), afterHandover(known, handler, isTheirs))];
}
