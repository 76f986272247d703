import { flag, number, type Row, type Statements, text } from "./database/statements.ts";

/** The state of a call. */
export type CallState = "ringing" | "rejected" | "ended";

/** A call between two people. */
export interface Call {
  readonly id: string;
  readonly caller: string;
  readonly callee: string;
  readonly video: boolean;
  readonly state: CallState;
  readonly at: Date;
}

/** The table of all calls, including those that have ended. */
export function callsTable(statements: Statements) {
  return {
    add(call: Call): void {
      const { id, caller, callee, video, state, at } = call;
      statements.run(
        "INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?)",
        id,
        caller,
        callee,
        Number(video),
        state,
        at.getTime(),
      );
    },

    find(id: string): Call | null {
      const row = statements.get("SELECT * FROM calls WHERE id = ?", id);
      return row && call(row);
    },

    /** Returns the calls to and from this phone, oldest first. */
    of: (phone: string): Call[] =>
      statements.all("SELECT * FROM calls WHERE caller = ? OR callee = ? ORDER BY rowid", phone, phone).map(call),

    setState(id: string, state: CallState): void {
      statements.run("UPDATE calls SET state = ? WHERE id = ?", state, id);
    },
  };
}

function call(row: Row): Call {
  const state = text(row, "state");
  return {
    id: text(row, "id"),
    caller: text(row, "caller"),
    callee: text(row, "callee"),
    video: flag(row, "video"),
    state: state === "ringing" || state === "rejected" ? state : "ended",
    at: new Date(number(row, "at")),
  };
}
