import { number, type Statements } from "../database/statements.ts";

/** The disappearing-message timer in a chat with a person, as stored on one phone. */
export interface ChatTimer {
  /** How many seconds until messages disappear, or 0 if the timer is off. */
  readonly sec: number;
  /** When the timer was set, in epoch ms. */
  readonly setAt: number;
}

/** The table of disappearing-message timers in each phone's chats with people. Groups have their own timers. */
export function chatTimersTable(statements: Statements) {
  return {
    /** Returns a chat's timer. @returns null if nobody has ever set a timer. */
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
