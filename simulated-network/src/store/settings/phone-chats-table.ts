import { flag, number, type Row, type Statements, text } from "../database/statements.ts";
import { LAST_SEQ } from "./last-seq.ts";

/** A chat and how the phone's owner organized it. */
export interface PhoneChat {
  readonly chatId: string;
  readonly archived: boolean;
  /** The time the chat was pinned, in epoch ms. Null if it isn't pinned. */
  readonly pinnedAt: number | null;
  /** The end of the mute, in epoch ms. -1 if it never ends, null if the chat isn't muted. */
  readonly mutedUntil: number | null;
  readonly markedUnread: boolean;
}

/** A change to how a chat is organized. Omitted fields stay unchanged. */
export type PhoneChatChange = Partial<Omit<PhoneChat, "chatId">>;

const FRESH: Omit<PhoneChat, "chatId"> = { archived: false, pinnedAt: null, mutedUntil: null, markedUnread: false };

/** The table of how each phone's owner has organized their chats: archived, pinned, muted, deleted. */
export function phoneChatsTable(statements: Statements) {
  const find = (phone: string, chatId: string): PhoneChat => {
    const row = statements.get("SELECT * FROM phone_chats WHERE phone = ? AND chat_id = ?", phone, chatId);
    return row ? phoneChat(row) : { chatId, ...FRESH };
  };
  const ensure = (phone: string, chatId: string) =>
    statements.run("INSERT OR IGNORE INTO phone_chats (phone, chat_id) VALUES (?, ?)", phone, chatId);
  return {
    find,

    of: (phone: string): PhoneChat[] =>
      statements.all("SELECT * FROM phone_chats WHERE phone = ? ORDER BY chat_id", phone).map(phoneChat),

    change(phone: string, chatId: string, change: PhoneChatChange): void {
      const { archived, pinnedAt, mutedUntil, markedUnread } = { ...find(phone, chatId), ...change };
      ensure(phone, chatId);
      statements.run(
        `UPDATE phone_chats SET archived = ?, pinned_at = ?, muted_until = ?, marked_unread = ?
         WHERE phone = ? AND chat_id = ?`,
        Number(archived),
        pinnedAt,
        mutedUntil,
        Number(markedUnread),
        phone,
        chatId,
      );
    },

    /** Removes the chat from the list, along with how it was organized, until something new is sent in it. */
    remove(phone: string, chatId: string): void {
      statements.run("DELETE FROM phone_chats WHERE phone = ? AND chat_id = ?", phone, chatId);
      statements.run("DELETE FROM phone_labeled_chats WHERE phone = ? AND chat_id = ?", phone, chatId);
      statements.run(
        `INSERT INTO phone_chats (phone, chat_id, read_to, deleted_to) VALUES (?, ?, ${LAST_SEQ}, ${LAST_SEQ})`,
        phone,
        chatId,
        phone,
        chatId,
        phone,
        chatId,
      );
    },
  };
}

function phoneChat(row: Row): PhoneChat {
  return {
    chatId: text(row, "chat_id"),
    archived: flag(row, "archived"),
    pinnedAt: row.pinned_at === null ? null : number(row, "pinned_at"),
    mutedUntil: row.muted_until === null ? null : number(row, "muted_until"),
    markedUnread: flag(row, "marked_unread"),
  };
}
