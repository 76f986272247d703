/** A change that the phone made to its labels. `label`: the phone's own id for it. */
export type LabelChange =
  /**
   * Created, renamed, recoloured or deleted. `name` and `color` are null if not given. `at_ms` is the time of the
   * change; absent if unknown.
   */
  | { kind: "edit"; label: string; name: string | null; color: number | null; deleted: boolean; at_ms?: number }
  /** Added to a chat, or removed. `chat`: the network's id, as the phone names it. */
  | { kind: "chat"; label: string; chat: string; labeled: boolean };
