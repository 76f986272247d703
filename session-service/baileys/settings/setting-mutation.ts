/** The chat's last message, in the form used in the network's patches. Without it, the phone rejects some patches. */
export interface LastInChat {
  network_id: string;
  from_me: boolean;
  /** In a group, the address of the message's author. Null in other chats, and for our own messages. */
  participant: string | null;
  at: Date;
}

/**
 * A change, in our own format, to the settings that the phone shares with its linked devices. `chat` is the phone's own
 * id for the chat. docs/decisions/0074.
 */
export type SettingMutation =
  | { kind: "archive"; chat: string; archived: boolean; last: LastInChat | null }
  | { kind: "pin"; chat: string; pinned: boolean }
  /** `until_ms` is in epoch ms, or MUTED_FOR_EVER. Null unmutes the chat. */
  | { kind: "mute"; chat: string; until_ms: number | null }
  | { kind: "mark"; chat: string; unread: boolean; last: LastInChat | null }
  | { kind: "delete"; chat: string; last: LastInChat | null }
  /**
   * `contact` is the person's address, preferably their phone address. A null `name` removes the person from the
   * address book.
   */
  | { kind: "contact"; contact: string; name: string | null }
  /** `label` is the phone's own id for the label, a small integer. */
  | { kind: "label"; label: string; name: string; color: number; deleted: boolean }
  | { kind: "label_chat"; label: string; chat: string; labeled: boolean }
  /** The name shown to other people. */
  | { kind: "own_name"; name: string };
