import type { ImportedContacts } from "../../../../../core/contracts/contact.ts";
import { LIMITS } from "../../../../../core/contracts/limits.ts";
import { ApiFailure } from "../../../api/client.ts";

/** A row of the list: a phone's digits, and a name. */
export interface ImportRow {
  phone: string;
  name: string;
}

/** How far an import is. */
export interface ImportState extends ImportedContacts {
  /** Rows that the gateway has taken or refused. */
  handled: number;
  /** Refused rows, each with the gateway's sentence. */
  refused: { row: ImportRow; reason: string }[];
}

/** Nothing is imported yet. */
export const AT_START: ImportState = { handled: 0, saved: 0, unchanged: 0, kept: 0, refused: [] };

/** How many answers in a row may ask for a wait, and how long a wait; the person decides about more. */
const BUSY_MAX = 10;
const WAIT_MAX_SEC = 60;
const FIELD = /^contacts\.(\d+)\.(phone|name)$/;

/** The parts of an import that its page provides. */
export interface ImportPage {
  send: (rows: readonly ImportRow[]) => Promise<ImportedContacts>;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  onStep: (state: ImportState) => void;
}

/**
 * Imports rows, as many at once as the API takes. A request with wrong rows saves none of them, so it is repeated
 * without these. Sending a row again does no harm.
 * @param begun continues from here. @returns how far it got; fewer rows than given if it was stopped.
 * @throws a failure that another request would also meet.
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

/** @returns null if it was stopped. */
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

/** The rows that the gateway named. One with two wrong fields is named once. */
function refusedRows(rows: readonly ImportRow[], { errors }: ApiFailure): ImportState["refused"] {
  const reasons = new Map<ImportRow, string>();
  for (const [field, [reason = ""]] of Object.entries(errors)) {
    const row = rows[Number(FIELD.exec(field)?.[1] ?? Number.NaN)];
    if (row !== undefined && !reasons.has(row)) reasons.set(row, reason);
  }
  return [...reasons].map(([row, reason]) => ({ row, reason }));
}
