import { type Statements, text } from "./database/statements.ts";

/** Orders that people sent, for anybody with the token who requests the items. */
export function ordersTable(statements: Statements) {
  return {
    /** @param order as JSON text. */
    add(id: string, token: string, order: string): void {
      statements.run("INSERT INTO orders VALUES (?, ?, ?)", id, token, order);
    },

    /** The order as JSON text; null when there is none or the token is another. */
    find(id: string, token: string): string | null {
      const row = statements.get("SELECT content FROM orders WHERE id = ? AND token = ?", id, token);
      return row && text(row, "content");
    },
  };
}
