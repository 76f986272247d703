import { number, type Statements } from "../database/statements.ts";

/** A person's chat with disappearing messages, as one phone knows it. */
export interface ChatTimer {
  /** Seconds after which messages disappear; 0: switched off. */
  readonly sec: number;
  /** Epoch ms. */
  readonly setAt: number;
}

/** The disappearing timers of each phone's chats with people; a group keeps its own. */
export function chatTimersTable(statements: Statements) {
  return {
    /** @returns null if nobody ever set it. */
    find(phone: string, chatId: string): ChatTimer | null {
      const row = statements.get("SELECT * FROM chat_timers WHERE phone = ? AND chat_id = ?", phone, chatId);
      return row && { sec: number(row, "sec"), setAt: number(row, "set_at") };
    },

    set(phone: string, chatId: string, { sec, setAt }: ChatTimer): void {
      statements.run(
        `INSERT INTO chat_timers (phone, chat_id, sec, set_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (phone, chat_id) DO UPDATE SET sec = excluded.sec, set_at = excluded.set_at`,
        phone,
        chatId,
        sec,
        setAt,
      );
    },
  };
}
