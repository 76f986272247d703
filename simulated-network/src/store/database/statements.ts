import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";

/** A row as returned by SQLite. Each table converts its rows to its own type. */
export type Row = Record<string, SQLOutputValue>;

/** A cache of prepared statements, by their SQL text. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Executes a statement. @returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  get(sql: string, ...values: SQLInputValue[]): Row | null {
    return this.#statement(sql).get(...values) ?? null;
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values);
  }

  #statement(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

/**
 * Returns a column's text. @throws Error if the column is not text, which means that the schema and the code disagree.
 */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new Error(`Column ${column} is not text.`);
  return value;
}

/** Returns a column's number. @throws Error if the column is not a number. */
export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new Error(`Column ${column} is not a number.`);
  return value;
}

/** Returns a column's bytes. @throws Error if the column is not bytes. */
export function bytes(row: Row, column: string): Buffer {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new Error(`Column ${column} holds no bytes.`);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** Returns a column's boolean. SQLite has no booleans, so true is stored as 1. */
export function flag(row: Row, column: string): boolean {
  return number(row, column) === 1;
}
