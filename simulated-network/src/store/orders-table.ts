import { type Statements, text } from "./database/statements.ts";

/** The table of orders that people have sent. Anyone with an order's token can request its items. */
export function ordersTable(statements: Statements) {
  return {
    /** Adds an order. @param order as JSON text. */
    add(id: string, token: string, order: string): void {
      statements.run("INSERT INTO orders VALUES (?, ?, ?)", id, token, order);
    },

    /** Returns the order as JSON text, or null if it does not exist or the token is wrong. */
    find(id: string, token: string): string | null {
      const row = statements.get("SELECT content FROM orders WHERE id = ? AND token = ?", id, token);
      return row && text(row, "content");
    },
  };
}
