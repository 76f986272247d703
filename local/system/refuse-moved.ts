import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { ENV } from "../../core/env.ts";
import { undoMove } from "../../core/operations/moving/move-away.ts";
import { movePlaceRecords, moveRecords } from "../../core/records/gateway-move.ts";
import type { Table } from "../../core/store/table.ts";

/**
 * Checks the table that the environment refers to. @throws a one-sentence error under the same conditions as
 * `refuseMovedTable`.
 */
export async function refuseMoved(wiring: Record<string, string>, say: (line: string) => void): Promise<void> {
  const table = dynamoTable(wiring[ENV.tableName] ?? "");
  try {
    await refuseMovedTable(table, Number(wiring[ENV.shardCount]), say);
  } finally {
    table.close();
  }
}

/**
 * Refuses to start if all data has been moved to another deployment, or if an import isn't complete. Cancels an export
 * that was interrupted before its last step, because no other deployment can have accepted it. Must be called before
 * sessions and workers start.
 * @throws a one-sentence error.
 */
export async function refuseMovedTable(table: Table, shardCount: number, say: (line: string) => void): Promise<void> {
  const move = await moveRecords.read(table);
  if (move?.phase === "moved") {
    throw new Error(
      `Everything in this gateway has moved to the place ${move.to} (started ${move.at}). Its numbers run there and can never run here again. If the archive was lost before it was imported, export it again: npm run admin -- export --to ${move.to}. For more information, see docs/moving.md.`,
    );
  }
  if (move) {
    await undoMove(table, shardCount);
    say(
      "An export was interrupted before its last step. The export is cancelled, and everything continues to run here.",
    );
  }
  const place = await movePlaceRecords.read(table);
  if (place?.phase === "loading" || place?.phase === "opening") {
    throw new Error(
      "An import into this gateway was interrupted. Repeat it: npm run admin -- import. For more information, see docs/moving.md.",
    );
  }
}
