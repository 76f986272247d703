/** The range of an action in a chat. */
export interface ChangeReach {
  /** The action covers messages written up to this time, epoch ms; absent if not reported. */
  up_to_ms?: number;
  /**
   * The network's id of the last received message in the range, if it was the chat's last one, because times are only
   * in whole seconds.
   */
  up_to_id?: string;
}

/** A change of a chat, as the phone and its linked devices report it to each other. Spec: chats. */
export type MirroredChange =
  | { kind: "archive"; archived: boolean }
  /** `at_ms` is the time since when it has been pinned, epoch ms; null if not pinned. */
  | { kind: "pin"; at_ms: number | null }
  /** `until_ms` is in epoch ms, or MUTED_FOR_EVER; null if not muted. */
  | { kind: "mute"; until_ms: number | null }
  /** Marked as unread, or as read. */
  | ({ kind: "mark"; unread: boolean } & ChangeReach)
  /** An action without a range covers everything. */
  | ({ kind: "delete" } & ChangeReach);
