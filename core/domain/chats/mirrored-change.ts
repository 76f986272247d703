/** The range of messages that an action in a chat covers. */
export interface ChangeReach {
  /** The action covers messages up to this time, in epoch ms. Absent if not reported. */
  up_to_ms?: number;
  /**
   * The network's id for the last received message in the range, if it was the chat's last message. Needed because
   * times are only in whole seconds.
   */
  up_to_id?: string;
}

/** A change to a chat, as synchronized between the phone and its linked devices. Spec: chats. */
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
