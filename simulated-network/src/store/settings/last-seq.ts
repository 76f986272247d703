/** SQL for a chat's last position in the inbox; takes the phone and the chat. */
export const LAST_SEQ = "(SELECT coalesce(max(seq), 0) FROM inbox WHERE phone = ? AND chat_id = ?)";
