/** SQL of the last place in the inbox that a chat has reached; takes the phone and the chat. */
export const LAST_SEQ = "(SELECT coalesce(max(seq), 0) FROM inbox WHERE phone = ? AND chat_id = ?)";
