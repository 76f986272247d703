import type { Clock, Ids } from "../../ports.ts";
import { asRead } from "../../records/as-read.ts";
import { type MoveRecord, moveRecords } from "../../records/gateway-move.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Claim, Table } from "../../store/table.ts";
import { closeGateway } from "./close-gateway.ts";
import { reopenGateway } from "./reopen-gateway.ts";

/** Dependencies for a move. */
export interface MoveDeps {
  table: Table;
  clock: Clock;
  ids: Ids;
}

/** Thrown if everything in this table has moved, or is moving, elsewhere. */
export class MovesElsewhere extends Error {
  constructor({ to, phase }: MoveRecord) {
    super(
      phase === "moved"
        ? `Everything here has moved to the place ${to}. It can't also move to another place, because both would run the same numbers. If ${to} was lost before it imported the archive, add --instead-of ${to}`
        : `A move from here to the place ${to} has already begun. Use that place, or end the move first: export undo.`,
    );
    this.name = "MovesElsewhere";
  }
}

/**
 * Starts moving everything to another place, and closes everything in the current one. A repeated call continues the
 * same move.
 * @param insteadOf an earlier destination that never received the archive. @throws MovesElsewhere.
 */
export async function beginMove(deps: MoveDeps, to: string, insteadOf: string | null): Promise<MoveRecord> {
  const { table, clock, ids } = deps;
  const before = await moveRecords.read(table);
  if (before && before.to !== to && before.to !== insteadOf) throw new MovesElsewhere(before);
  if (before?.phase === "reopening") throw new Error(GIVEN_UP);
  const now = clock.now();
  const isSame = before?.to === to;
  const move: MoveRecord = {
    // A new destination starts a new move, so an archive of the previous move can't be mistaken for an archive of the
    // new one.
    id: isSame ? before.id : ids.next("mov", now),
    to,
    // A move that has left the closing phase never returns to it.
    phase: before?.phase ?? "closing",
    at: isSame ? before.at : now.toISOString(),
  };
  await table.write({ put: { ...keys.move(), ...move }, if: before ? asRead(before, ["id", "phase"]) : ABSENT });
  await closeGateway(table);
  return move;
}

/**
 * Records that nothing in this table may run again. Must be called before an archive can be complete.
 * @throws an error with a one-sentence message if the move was abandoned in the meantime, because otherwise both places
 * would run the same numbers.
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
 * Abandons a move that has no complete archive, and reopens everything. @returns false if no move was started. @throws
 * MovesElsewhere
 */
export async function undoMove(table: Table, shardCount: number): Promise<boolean> {
  const move = await moveRecords.read(table);
  if (!move) return false;
  if (move.phase === "moved") throw new MovesElsewhere(move);
  // Record this before anything here runs again, so that an export that is about to finish can no longer complete its
  // archive.
  const reopening: MoveRecord = { ...move, phase: "reopening" };
  await table.write({ put: { ...keys.move(), ...reopening }, if: asRead(move, ["id", "phase"]) });
  await reopenGateway(table, shardCount);
  await table.write({ delete: keys.move(), if: asRead(reopening, ["id", "phase"]) });
  return true;
}

const GIVEN_UP = "This export was cancelled, and everything here is being reopened. To finish this, run: export undo.";

const ABSENT = [{ item: "absent" } as const];
