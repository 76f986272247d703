/** The range of messages covered by an action in a chat. */
export interface ChangeReach {
  /** The action covers messages up to this time, in epoch ms. Absent if not reported. */
  up_to_ms?: number;
  /**
   * The network's id of the last received message in the range, if that was the chat's last message. It is needed
   * because times are only in whole seconds.
   */
  up_to_id?: string;
}

/** A change to a chat, as the phone and its linked devices share it with each other. Spec: chats. */
export type MirroredChange =
  | { kind: "archive"; archived: boolean }
  /** `at_ms` is when the chat was pinned, in epoch ms, or null if it isn't pinned. */
  | { kind: "pin"; at_ms: number | null }
  /** `until_ms` is in epoch ms, or MUTED_FOR_EVER. Null if the chat isn't muted. */
  | { kind: "mute"; until_ms: number | null }
  /** The chat was marked as unread or as read. */
  | ({ kind: "mark"; unread: boolean } & ChangeReach)
  /** The chat was deleted. A deletion without a range covers everything. */
  | ({ kind: "delete" } & ChangeReach);
