/** The range of an action in a chat. */
export interface ChangeReach {
  /** To the messages written up to then, epoch ms; absent: it does not say. */
  up_to_ms?: number;
  /**
   * The network's id of the last received message in it, where that was the chat's last: times are in whole seconds.
   */
  up_to_id?: string;
}

/** One change of a chat, as the phone and its linked devices report it to each other. Spec: chats. */
export type MirroredChange =
  | { kind: "archive"; archived: boolean }
  /** `at_ms`: since when it is pinned, epoch ms; null: it is not. */
  | { kind: "pin"; at_ms: number | null }
  /** `until_ms`: epoch ms, or MUTED_FOR_EVER; null: it is not muted. */
  | { kind: "mute"; until_ms: number | null }
  /** Marked as unread, or as read. */
  | ({ kind: "mark"; unread: boolean } & ChangeReach)
  /** An action without a range covers everything. */
  | ({ kind: "delete" } & ChangeReach);
