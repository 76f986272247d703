import { type Statements, text } from "./database/statements.ts";

/** Orders that people sent, for anyone who requests the items with the token. */
export function ordersTable(statements: Statements) {
  return {
    /** @param order as JSON text. */
    add(id: string, token: string, order: string): void {
      statements.run("INSERT INTO orders VALUES (?, ?, ?)", id, token, order);
    },

    /** The order as JSON text; null if it does not exist or the token is wrong. */
    find(id: string, token: string): string | null {
      const row = statements.get("SELECT content FROM orders WHERE id = ? AND token = ?", id, token);
      return row && text(row, "content");
    },
  };
}
