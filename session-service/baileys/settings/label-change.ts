/** A label change made on the phone. `label` is the phone's own id for the label. */
export type LabelChange =
  /**
   * A label was created, renamed, recolored or deleted. `name` and `color` are null if not specified. `at_ms` is the
   * time of the change, or absent if unknown.
   */
  | { kind: "edit"; label: string; name: string | null; color: number | null; deleted: boolean; at_ms?: number }
  /**
   * A label was added to a chat or removed from it. `chat` is the network's id for the chat in the form that the phone
   * uses.
   */
  | { kind: "chat"; label: string; chat: string; labeled: boolean };
