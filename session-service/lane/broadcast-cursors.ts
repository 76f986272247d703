import type { Looked, Passed } from "../../core/operations/broadcasts/find-recipient.ts";
import type { BroadcastRecord } from "../../core/records/broadcasts/broadcast.ts";
import { type AudiencePerson, peoplePages } from "../../core/records/broadcasts/broadcast-pages.ts";
import type { Table } from "../../core/store/table.ts";

/**
 * This task's position in a broadcast's recipient list. If the task dies, the position is lost and the list is searched
 * from the start.
 */
export interface Cursor {
  gen: number;
  next: number;
  /** The earliest time at which someone skipped in this pass may receive the message. */
  passedUntil: Date | null;
  passed: Passed;
  isAnyOnTheWay: boolean;
  page: { n: number; people: AudiencePerson[] } | null;
}

const newWay = () => ({
  ...{ next: 0, passedUntil: null, isAnyOnTheWay: false },
  passed: { their_night: 0, another_broadcast: 0 },
});

/** The cursors for a lane's broadcasts. */
export class BroadcastCursors {
  readonly #cursors = new Map<string, Cursor>();

  /**
   * Returns a broadcast's cursor. If the broadcast's audience has changed, returns a new one at the start of the list.
   */
  of({ id, gen }: BroadcastRecord): Cursor {
    const known = this.#cursors.get(id);
    if (known?.gen === gen) return known;
    const cursor: Cursor = { gen, ...newWay(), page: null };
    this.#cursors.set(id, cursor);
    return cursor;
  }

  /** Drops the cursor of a finished broadcast. */
  ended({ id }: BroadcastRecord): void {
    this.#cursors.delete(id);
  }
}

/** Starts another pass through the list, once everyone has been examined. @returns the results of the finished pass. */
export function beginAgain(cursor: Cursor): Pick<Cursor, "passedUntil" | "passed" | "isAnyOnTheWay"> {
  const { passedUntil, passed, isAnyOnTheWay } = cursor;
  Object.assign(cursor, newWay());
  return { passedUntil, passed, isAnyOnTheWay };
}

/** Creates a function that reads pages of people and caches the cursor's current page. */
export function peopleReader(table: Table, { id, instance_id, gen }: BroadcastRecord, cursor: Cursor) {
  return async (n: number): Promise<AudiencePerson[]> => {
    if (cursor.page?.n === n) return cursor.page.people;
    const people = (await peoplePages.read(table, instance_id, id, gen, n))?.people ?? [];
    cursor.page = { n, people };
    return people;
  };
}

/** Records how far a check got through the list. */
export function noteLooked(cursor: Cursor, { next, passedUntil, passed, isAnyOnTheWay }: Looked): void {
  cursor.next = next;
  cursor.passed.their_night += passed.their_night;
  cursor.passed.another_broadcast += passed.another_broadcast;
  cursor.isAnyOnTheWay ||= isAnyOnTheWay;
  if (passedUntil && (cursor.passedUntil === null || passedUntil < cursor.passedUntil))
    cursor.passedUntil = passedUntil;
}
