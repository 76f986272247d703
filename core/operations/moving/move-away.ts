import type { Clock, Ids } from "../../ports.ts";
import { asRead } from "../../records/as-read.ts";
import { type MoveRecord, moveRecords } from "../../records/gateway-move.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Claim, Table } from "../../store/table.ts";
import { closeGateway } from "./close-gateway.ts";
import { reopenGateway } from "./reopen-gateway.ts";

/** The dependencies of a move. */
export interface MoveDeps {
  table: Table;
  clock: Clock;
  ids: Ids;
}

/** Everything here has moved to another place, or moves to one. */
export class MovesElsewhere extends Error {
  constructor({ to, phase }: MoveRecord) {
    super(
      phase === "moved"
        ? `Everything here has moved to the place ${to}. It can't move to another one: both would run the same numbers. If ${to} was lost before it took the archive, name it: --instead-of ${to}`
        : `Everything here is moving to the place ${to}, or was to. Give that one, or end it first: export undo.`,
    );
    this.name = "MovesElsewhere";
  }
}

/**
 * Begins the move of everything to one place, and closes everything here; repeated, it goes on with the same move.
 * @param insteadOf the place that was named before and never took it. @throws MovesElsewhere.
 */
export async function beginMove(deps: MoveDeps, to: string, insteadOf: string | null): Promise<MoveRecord> {
  const { table, clock, ids } = deps;
  const before = await moveRecords.read(table);
  if (before && before.to !== to && before.to !== insteadOf) throw new MovesElsewhere(before);
  if (before?.phase === "reopening") throw new Error(GIVEN_UP);
  const now = clock.now();
  const isSame = before?.to === to;
  const move: MoveRecord = {
    // Another place gets another move, so that the first one's archive isn't taken for this one's.
    id: isSame ? before.id : ids.next("mov", now),
    to,
    // What has moved once never goes back to moving.
    phase: before?.phase ?? "closing",
    at: isSame ? before.at : now.toISOString(),
  };
  await table.write({ put: { ...keys.move(), ...move }, if: before ? asRead(before, ["id", "phase"]) : ABSENT });
  await closeGateway(table);
  return move;
}

/**
 * From here on nothing of this table runs again. Call it before an archive can be whole.
 * @throws one sentence if the move was given up meanwhile: then both sides would run the same numbers.
 */
export async function endHere({ table }: Pick<MoveDeps, "table">, move: MoveRecord): Promise<void> {
  const isOn: Claim[] = [
    { field: "id", op: "=", value: move.id },
    { field: "phase", op: "<>", value: "reopening" },
  ];
  const ending = table.write({ update: keys.move(), set: { phase: "moved" }, if: isOn });
  if (!(await isCommitted(ending))) throw new Error(GIVEN_UP);
}

/**
 * Gives up a move that has no whole archive, and reopens everything.
 * @returns false: nothing moves. @throws MovesElsewhere
 */
export async function undoMove(table: Table, shardCount: number): Promise<boolean> {
  const move = await moveRecords.read(table);
  if (!move) return false;
  if (move.phase === "moved") throw new MovesElsewhere(move);
  // Before anything runs here again: an export that is just ending must not make its archive whole after this.
  const reopening: MoveRecord = { ...move, phase: "reopening" };
  await table.write({ put: { ...keys.move(), ...reopening }, if: asRead(move, ["id", "phase"]) });
  await reopenGateway(table, shardCount);
  await table.write({ delete: keys.move(), if: asRead(reopening, ["id", "phase"]) });
  return true;
}

const GIVEN_UP = "This export was given up, and everything is being reopened here. Finish that: export undo.";

const ABSENT = [{ item: "absent" } as const];
