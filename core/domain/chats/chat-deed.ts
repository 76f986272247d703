/** One change of a chat, as the phone and its linked devices tell each other of it. Spec: chats. */
export type ChatDeed =
  | { kind: "archive"; archived: boolean }
  /** `at_ms`: since when it is pinned, epoch ms; null: it is not. */
  | { kind: "pin"; at_ms: number | null }
  /** `until_ms`: epoch ms, or MUTED_FOR_EVER; null: it is not muted. */
  | { kind: "mute"; until_ms: number | null }
  /** Marked as unread, or as read up to what was written at `up_to_ms`, epoch ms; absent: it does not say. */
  | { kind: "mark"; unread: boolean; up_to_ms?: number }
  /** Deleted with what was written up to `up_to_ms`, epoch ms; absent: with everything. */
  | { kind: "delete"; up_to_ms?: number };
