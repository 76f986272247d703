import { SECOND_MS } from "../../contracts/durations.ts";
import { counted } from "../../contracts/log-metrics.ts";
import { isTooOld } from "../../domain/answers/turn-timing.ts";
import { isMachines } from "../../domain/chats/waits.ts";
import { failureKind } from "../../failure-kind.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LanePlan, LaneRun, LaneWorker } from "../../lanes/lane.ts";
import { putRow } from "../../lanes/put-row.ts";
import { automationsRecords } from "../../records/answers/automations.ts";
import { type TextRow, textFault, textRowMessage, textRows } from "../../records/answers/text-row.ts";
import { keys } from "../../store/keys.ts";
import { AGENT_LANE, chatLane, type LaneName, parseLane } from "../../store/lane-names.ts";
import { CHAT_QUEUES } from "../../store/lane-queues.ts";
import { ConditionFailed, TransactionRefused, type Write } from "../../store/table.ts";
import { answerTurn, decide } from "./answer-turn.ts";
import { askTurn, type ChatDeps, type StepEnd } from "./ask-turn.ts";
import { handlerWrites } from "./commit-turn.ts";
import { dueOfTurn, readTurn, readTurnChat, type TurnChat } from "./read-turn.ts";
import { tryAgent } from "./try-agent.ts";

/**
 * The maximum number of texts per turn. Limited because the transaction that completes a turn deletes each of them. The
 * remaining texts form the next turn.
 */
const TURN_ROWS = 50;
const HEAD = keys.laneHead("").sk;

type ChatLane = Extract<LaneName, { kind: "chat" }>;

/**
 * Creates the worker for one run of a person's chat lane. It groups the person's texts into turns and answers each turn
 * once. Spec: AI agent, menu.
 * @throws if `lane` is not a chat lane.
 */
export function chatWorker(deps: ChatDeps, lane: string): LaneWorker {
  const name = parseLane(lane);
  if (name?.kind !== "chat") throw new Error("Only a chat's lane has texts to answer.");
  return { work: (run) => workLane(deps, name, run), plan: () => planLane(deps, name) };
}

const ASLEEP: LanePlan = { next: null, held: {} };

async function workLane(deps: ChatDeps, name: ChatLane, run: LaneRun): Promise<LanePlan> {
  for (;;) {
    const now = deps.clock.now();
    const rows = await soundRows(deps, run.lane);
    if (rows.length === 0) return ASLEEP;
    if (run.isTimeUp()) return { next: now, held: {}, isCutShort: true };
    if (name.person === AGENT_LANE) {
      await tryAgent(deps, name.instance_id, rows);
      continue;
    }
    const chat = await readTurnChat(deps, name.instance_id, name.person);
    if (chat === null) {
      await dropRows(deps, rows);
      continue;
    }
    if (chat.found.person !== name.person) {
      await moveRows(deps, rows, chatLane(name.instance_id, chat.found.person));
      continue;
    }
    const due = dueOfTurn(rows, chat.automations);
    if (due !== null && due > now) return { next: due, held: {} };
    const end = await workTurn(deps, run, chat, rows);
    if (end instanceof Date) return { next: end, held: {} };
    if (end === "lost") return { next: deps.clock.now(), held: {}, isCutShort: true };
  }
}

/** Plans when the lane will next have something to do. Called again after the run has closed. */
async function planLane(deps: ChatDeps, { instance_id, person }: ChatLane): Promise<LanePlan> {
  const lane = chatLane(instance_id, person);
  const { items } = await deps.table.query({ pk: lane, after: HEAD, limit: TURN_ROWS });
  if (items.length === 0) return ASLEEP;
  const rows = items.map(textRows.of);
  const now = deps.clock.now();
  if (person === AGENT_LANE || rows.some((row) => textFault(row, now) !== null)) return { next: now, held: {} };
  const automations = automationsRecords.orNull(await deps.table.get(keys.automations(instance_id)));
  return { next: dueOfTurn(rows, automations), held: {} };
}

/**
 * Processes one turn. A turn that can never succeed must not block the texts after it, so it is left unanswered and the
 * failure is reported to the operator.
 */
async function workTurn(deps: ChatDeps, run: LaneRun, chat: TurnChat, rows: TextRow[]): Promise<StepEnd> {
  const now = deps.clock.now();
  const late = rows.filter((row) => isTooOld(new Date(row.written_at), now));
  if (late.length > 0) {
    await leaveToTeam(deps, chat, late);
    deps.log.info({ instance_id: chat.instance.id, texts: late.length }, "texts became too old to answer");
    return "moved";
  }
  try {
    const turn = await readTurn(deps, chat, rows);
    const decided = decide(turn, now);
    const { decision } = decided;
    deps.log.info(
      { instance_id: chat.instance.id, kind: decision.kind, why: decision.why },
      "it was decided how to answer a person's texts",
    );
    if (decision.kind !== "agent") return (await answerTurn(deps, turn, { ...decided, decision })) ? "ended" : "moved";
    const { agent } = turn;
    if (agent === null) throw new Error("An agent was chosen that has no settings.");
    return await askTurn(deps, run, { ...turn, agent }, decided.state);
  } catch (error) {
    if (failureKind(error) === "passing") throw error;
    const about = {
      instance_id: chat.instance.id,
      texts: rows.length,
      error: String(error),
      ...counted("JobsSetAside"),
    };
    deps.log.error(about, "texts can't be answered automatically and are left to the team");
    await leaveToTeam(deps, chat, rows);
    return "ended";
  }
}

/**
 * Drops texts that no automation will answer. If the menu or the agent was handling the chat, the person is now waiting
 * for the team.
 */
async function leaveToTeam(deps: ChatDeps, { instance, found }: TurnChat, rows: TextRow[]): Promise<void> {
  const shown = isMachines(found.known ?? {}) ? await handlerWrites(deps, { instance, found, rows }, null) : [];
  for (const write of shown) {
    await deps.table.write(write).catch((error) => {
      if (!(error instanceof ConditionFailed)) throw error; // the chat changed in the meantime
    });
  }
  await dropRows(deps, rows);
}

/**
 * Returns the rows that can be processed. Broken rows are dropped, because there is no way to tell what they were for.
 */
async function soundRows(deps: ChatDeps, lane: string): Promise<TextRow[]> {
  const { items } = await deps.table.query({ pk: lane, after: HEAD, limit: TURN_ROWS });
  const now = deps.clock.now();
  const rows = items.map(textRows.of);
  const broken = rows.filter((row) => textFault(row, now) !== null);
  for (const row of broken) {
    const about = { row: row.sk.slice(0, 60), error: textFault(row, now), ...counted("JobsSetAside") };
    deps.log.error(about, "a row in a chat's lane can't be processed and is dropped");
  }
  await dropRows(deps, broken);
  return rows.filter((row) => !broken.includes(row));
}

async function dropRows({ table }: ChatDeps, rows: TextRow[]): Promise<void> {
  await Promise.all(rows.map(({ pk, sk }) => table.write({ delete: { pk, sk } })));
}

/** Moves a person's texts to another person's lane after the two have turned out to be the same person. */
async function moveRows(deps: ChatDeps, rows: TextRow[], lane: string): Promise<void> {
  const now = deps.clock.now();
  for (const row of rows) {
    const { account_id, written_at, before_ms } = row;
    const data = { account_id, written_at, ...(before_ms !== undefined && { before_ms }) };
    const place = { lane, queue: CHAT_QUEUES.text, id: textRowMessage(row) };
    const moved = putRow({ ...place, due: now, expires_at: new Date(row.expires_at), data }, now);
    const gone: Write = { delete: { pk: row.pk, sk: row.sk }, if: [{ item: "exists" }] };
    await deps.table.transact([gone, moved]).catch((error) => {
      if (!(error instanceof TransactionRefused)) throw error; // moved by a run that died afterwards
    });
  }
  await ensureWake(deps, lane, new Date(now.getTime() + SECOND_MS), null);
}
