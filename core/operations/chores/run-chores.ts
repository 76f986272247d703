import { HOUR_MS, MINUTE_MS } from "../../contracts/durations.ts";
import { isFree } from "../../lanes/lease.ts";
import type { Clock, Ids, Log } from "../../ports.ts";
import { accountRecords } from "../../records/accounts/account.ts";
import {
  type ChoreKind,
  type ChorePiece,
  type ChoreRecord,
  choreRecords,
  type PieceResult,
} from "../../records/chore.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Claim, Key, Table } from "../../store/table.ts";

/** Dependencies of every chore. */
export interface ChoreDeps {
  table: Table;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Called when a failure has lasted for half an hour, so that it is counted and someone is alerted. */
  onLasting(): void;
}

const PAGE = 100;
/**
 * The length of a chore's lease. If a process dies in the middle of a piece, the chore is blocked for this long. A
 * piece itself takes seconds.
 */
const LEASE_MS = 2 * MINUTE_MS;
/** The number of consecutive failures that add up to half an hour. */
const LASTING_TRIES = 6;

/** The time limits of a run, in milliseconds. */
export interface ChoreTimes {
  /** How long a run keeps starting new pieces. */
  runMs: number;
  /** How long a chore may run before it yields to other chores. */
  turnMs: number;
  /** Called before each piece to check whether the run may continue. By default, it may always continue. */
  mayGoOn?: () => boolean;
}

/**
 * Works on due chores until the run's time is up or no chore is due. The chore that has waited longest comes first, and
 * each chore gets one turn. Concurrent runs share the chores, but never work on the same chore.
 * @returns the number of pieces completed. @throws AggregateError at the end of the run if chores failed. They are
 * retried later.
 */
export async function runChores(
  deps: ChoreDeps,
  pieces: Record<ChoreKind, ChorePiece>,
  times: ChoreTimes,
): Promise<number> {
  const end = deps.clock.now().getTime() + times.runMs;
  const isOver = (at = end) => deps.clock.now().getTime() >= at || times.mayGoOn?.() === false;
  const failures: unknown[] = [];
  let done = 0;
  for (let isDone = false; !isDone && !isOver(); ) {
    isDone = true;
    const due = (await allChores(deps.table)).filter((chore) => chore.due <= deps.clock.now().toISOString());
    for (const chore of due.toSorted((a, b) => (a.due < b.due ? -1 : 1))) {
      if (isOver()) break;
      const turnEnd = Math.min(end, deps.clock.now().getTime() + times.turnMs);
      const turn = await takeTurn(deps, pieces[chore.kind], chore, () => isOver(turnEnd));
      done += turn.done;
      if (turn.failure !== null) failures.push(turn.failure);
      if (turn.done > 0 && turn.failure === null) isDone = false;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Chores failed and will be retried later.");
  return done;
}

async function allChores(table: Table): Promise<(ChoreRecord & Key)[]> {
  const { pk } = keys.chore("retention", "");
  const found: (ChoreRecord & Key)[] = [];
  for (let after: string | undefined; ; ) {
    const { items, more } = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...items.map(choreRecords.of));
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return found;
  }
}

/**
 * Takes a chore's lease and works on the chore until its turn is over. Skips a chore that another process is working
 * on.
 */
async function takeTurn(
  { table, clock, ids, log, onLasting }: ChoreDeps,
  piece: ChorePiece,
  seen: ChoreRecord & Key,
  isTurnOver: () => boolean,
): Promise<{ done: number; failure: unknown }> {
  const place = { pk: seen.pk, sk: seen.sk };
  const began = clock.now();
  const run = ids.next("run", began);
  const until = () => new Date(clock.now().getTime() + LEASE_MS).toISOString();
  const asSeen: Claim[] = [{ field: "due", op: "=", value: seen.due }, isFree(began)];
  if (!(await isCommitted(table.write({ update: place, set: { run, until: until() }, if: asSeen })))) return NOTHING;
  const isMine: Claim[] = [{ field: "run", op: "=", value: run }];
  let chore = { ...seen };
  let done = 0;
  try {
    for (;;) {
      const account = await accountRecords.read(table, chore.account_id);
      const result: PieceResult = account === null ? { kind: "over" } : await piece(account, chore);
      if (result.kind === "over") {
        await isCommitted(table.write({ delete: place, if: isMine }));
        return { done: done + 1, failure: null };
      }
      const now = clock.now();
      const rests = result.kind === "rests";
      const isOver = rests || isTurnOver();
      const after = result.place;
      const set = {
        ...(after !== undefined && { after }),
        ...(isOver ? { due: (rests ? result.until : now).toISOString() } : { until: until() }),
      };
      const remove = ["tries", ...(after === undefined ? ["after"] : []), ...(isOver ? ["run", "until"] : [])];
      if (!(await isCommitted(table.write({ update: place, set, remove, if: isMine })))) return { done, failure: null };
      done += 1;
      if (isOver) return { done, failure: null };
      chore = { ...chore, after: result.place ?? "" };
    }
  } catch (error) {
    const { kind, account_id, tries = 0 } = chore;
    if (tries + 1 >= LASTING_TRIES) onLasting();
    log.error({ account_id, kind, tries, err: error }, "a piece of a chore failed and will be retried later");
    const due = new Date(clock.now().getTime() + Math.min(HOUR_MS, 2 ** tries * MINUTE_MS)).toISOString();
    const set = { due, tries: tries + 1 };
    await isCommitted(table.write({ update: place, set, remove: ["run", "until"], if: isMine }));
    return { done, failure: error };
  }
}

const NOTHING = { done: 0, failure: null };
