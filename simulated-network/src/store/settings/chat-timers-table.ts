import { number, type Statements } from "../database/statements.ts";

/** The timer for disappearing messages in a chat with a person, as one phone has it. */
export interface ChatTimer {
  /** The number of seconds after which messages disappear; 0 if the timer is switched off. */
  readonly sec: number;
  /** The time at which the timer was set, in epoch ms. */
  readonly setAt: number;
}

/** The table of the timers for disappearing messages in each phone's chats with people. A group has its own timer. */
export function chatTimersTable(statements: Statements) {
  return {
    /** Returns the timer of a chat. @returns null if nobody ever set a timer. */
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
