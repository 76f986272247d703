import { MINUTE_MS } from "../../core/contracts/durations.ts";
import { isShortened } from "../../core/domain/accounts/retention.ts";
import { type ChoreDeps, type ChoreTimes, runChores } from "../../core/operations/chores/run-chores.ts";
import { importPiece } from "../../core/operations/contacts/work-import.ts";
import { type DeleteDeps, deletionPiece } from "../../core/operations/deleting/delete-account.ts";
import type { ExportDeps } from "../../core/operations/exporting/exporting-data.ts";
import { exportPiece } from "../../core/operations/exporting/make-export.ts";
import { endPastData } from "../../core/operations/retention/end-past-data.ts";
import type { EndPastDeps } from "../../core/operations/retention/end-past-messages.ts";
import type { ChoreKind, ChorePiece } from "../../core/records/chore.ts";

/** The dependencies of all kinds of chores. */
export type AllChoreDeps = ChoreDeps & EndPastDeps & DeleteDeps & ExportDeps;

/**
 * How often each account is checked for data past its retention period. We chose this value ourselves:
 * docs/decisions/0233.
 */
const LOOKED_EVERY_MS = 15 * MINUTE_MS;

/** Works on the accounts' chores until the run's time is up. @returns the number of pieces done. */
export const workChores = (deps: AllChoreDeps, times: ChoreTimes): Promise<number> =>
  runChores(deps, piecesOf(deps), times);

const piecesOf = (deps: AllChoreDeps): Record<ChoreKind, ChorePiece> => ({
  deletion: deletionPiece(deps),
  export: exportPiece(deps),
  import: importPiece(deps),
  async retention(account, { after }) {
    if (!isShortened(account)) return { kind: "over" };
    const now = deps.clock.now();
    // Data being moved to another gateway is left alone until the move is finished.
    if (account.moving !== undefined) return { kind: "rests", until: new Date(now.getTime() + LOOKED_EVERY_MS) };
    const place = await endPastData(deps, account, after, now);
    if (place !== null) return { kind: "more", place };
    return { kind: "rests", until: new Date(now.getTime() + LOOKED_EVERY_MS) };
  },
});
