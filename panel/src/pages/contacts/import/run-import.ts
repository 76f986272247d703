import type { ImportedContacts } from "../../../../../core/contracts/contact.ts";
import { LIMITS } from "../../../../../core/contracts/limits.ts";
import type { ImportRow } from "../../../../../core/contracts/people-files/list-of.ts";
import { ApiFailure } from "../../../api/client.ts";

/** The progress of an import. */
export interface ImportState extends ImportedContacts {
  /** The number of rows that the gateway has accepted or refused so far. */
  handled: number;
  /** The refused rows, each with the gateway's error message. */
  refused: { row: ImportRow; reason: string }[];
}

/** The state of an import that hasn't started. */
export const AT_START: ImportState = { handled: 0, saved: 0, unchanged: 0, kept: 0, refused: [] };

/**
 * The maximum number of consecutive responses that demand a wait, and the longest such wait. Beyond either limit, the
 * user decides whether to retry.
 */
const BUSY_MAX = 10;
const WAIT_MAX_SEC = 60;
const FIELD = /^contacts\.(\d+)\.(phone|name)$/;

/** The functions and the abort signal that the page provides for an import. */
export interface ImportPage {
  send: (rows: readonly ImportRow[]) => Promise<ImportedContacts>;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  onStep: (state: ImportState) => void;
}

/**
 * Imports rows in batches of the size that the API allows. If a batch contains invalid rows, the API saves none of it,
 * so the batch is resent without those rows. Sending a row twice is harmless.
 * @param begun the state to continue from. @returns the state reached; some rows are unhandled if the import was
 * stopped.
 * @throws any failure that would also affect further requests.
 */
export async function runImport(
  rows: readonly ImportRow[],
  begun: ImportState,
  page: ImportPage,
): Promise<ImportState> {
  let state = begun;
  while (state.handled < rows.length && !page.signal.aborted) {
    const some = rows.slice(state.handled, state.handled + LIMITS.contactImportMax);
    const outcome = await outcomeOf(some, page);
    if (outcome === null) break;
    state = {
      handled: state.handled + some.length,
      saved: state.saved + outcome.saved,
      unchanged: state.unchanged + outcome.unchanged,
      kept: state.kept + outcome.kept,
      refused: [...state.refused, ...outcome.refused],
    };
    page.onStep(state);
  }
  return state;
}

type Outcome = ImportedContacts & Pick<ImportState, "refused">;

/** Imports a batch. @returns null if the import was stopped. */
async function outcomeOf(given: readonly ImportRow[], { send, wait, signal }: ImportPage): Promise<Outcome | null> {
  const refused: ImportState["refused"] = [];
  let rows = given;
  for (let busy = 0; rows.length > 0; ) {
    try {
      return { ...(await send(rows)), refused };
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const wrong = refusedRows(rows, error);
      refused.push(...wrong);
      rows = rows.filter((row) => !wrong.some((one) => one.row === row));
      if (wrong.length > 0) continue;
      const { retryAfterSec } = error;
      if (retryAfterSec === null || retryAfterSec > WAIT_MAX_SEC || ++busy > BUSY_MAX) throw error;
      const isWaited = await wait(retryAfterSec * 1000, signal).then(
        () => true,
        () => false,
      );
      if (!isWaited) return null;
    }
  }
  return { saved: 0, unchanged: 0, kept: 0, refused };
}

/** Returns the rows that the gateway refused. A row with two invalid fields is only listed once. */
function refusedRows(rows: readonly ImportRow[], { errors }: ApiFailure): ImportState["refused"] {
  const reasons = new Map<ImportRow, string>();
  for (const [field, [reason = ""]] of Object.entries(errors)) {
    const row = rows[Number(FIELD.exec(field)?.[1] ?? Number.NaN)];
    if (row !== undefined && !reasons.has(row)) reasons.set(row, reason);
  }
  return [...reasons].map(([row, reason]) => ({ row, reason }));
}
