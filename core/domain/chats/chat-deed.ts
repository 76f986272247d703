/** One change of a chat, as the phone and its linked devices tell each other of it. Spec: chats. */
export type ChatDeed =
  | { kind: "archive"; archived: boolean }
  /** `at_ms`: since when it is pinned, epoch ms; null: it is not. */
  | { kind: "pin"; at_ms: number | null }
  /** `until_ms`: epoch ms, or MUTED_FOR_EVER; null: it is not muted. */
  | { kind: "mute"; until_ms: number | null }
  /** Marked as read, or as unread. */
  | { kind: "mark"; unread: boolean }
  | { kind: "delete" };
