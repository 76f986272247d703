/**
 * An SQL expression for the position of a chat's last message in the inbox. Its parameters are the phone and the chat.
 */
export const LAST_SEQ = "(SELECT coalesce(max(seq), 0) FROM inbox WHERE phone = ? AND chat_id = ?)";
