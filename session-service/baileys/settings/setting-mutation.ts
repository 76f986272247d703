/** The chat's last message, as the network's patches name it; without one a phone rejects some of them. */
export interface LastInChat {
  network_id: string;
  from_me: boolean;
  /** In a group: its writer's address; null in other chats, and for our own messages. */
  participant: string | null;
  at: Date;
}

/**
 * One change to the settings that the phone and its linked devices share, in our form. `chat`: the phone's own id for
 * the chat. docs/decisions/0074.
 */
export type SettingMutation =
  | { kind: "archive"; chat: string; archived: boolean; last: LastInChat | null }
  | { kind: "pin"; chat: string; pinned: boolean }
  /** `until_ms`: epoch ms, or MUTED_FOR_EVER; null unmutes. */
  | { kind: "mute"; chat: string; until_ms: number | null }
  | { kind: "mark"; chat: string; unread: boolean; last: LastInChat | null }
  | { kind: "delete"; chat: string; last: LastInChat | null }
  /** `contact`: the person's address, by phone if one is known. `name` null removes them from the address book. */
  | { kind: "contact"; contact: string; name: string | null }
  /** `label`: the phone's own id, a small whole number. */
  | { kind: "label"; label: string; name: string; color: number; deleted: boolean }
  | { kind: "label_chat"; label: string; chat: string; labeled: boolean }
  /** The name that others see. */
  | { kind: "own_name"; name: string };
