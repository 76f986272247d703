import type { InstanceId } from "../../contracts/ids.ts";
import { type ChatLabels, labelsAsRead, without } from "../../records/chats/chat-labels.ts";
import { keys } from "../../store/keys.ts";
import type { Condition, Write } from "../../store/table.ts";

/** One of two chats that are merged: its key, and the record that was read (null if none). */
export interface UnitedChat {
  key: string;
  record: ChatLabels | null;
}

/** The label part of a transaction that merges two chats. */
export interface UnitedLabels {
  /** For the update of the record that remains. */
  to: { set: { labels?: number[] }; add: { labels_rev?: number }; if: Condition };
  /** For the update of the record that is merged away. */
  from: { remove: string[]; add: { labels_rev?: number }; if: Condition };
  /** Writes besides those two: rows move over, and a label that both chats had counts one less. At most 40. */
  writes: Write[];
}

/**
 * Unites the labels of two chats on one instance, when two people turn out to be one, so that the remaining chat has
 * the labels of both. The caller's transaction, which merges the two records, adds these fields and conditions to them.
 */
export function uniteLabels(instance: InstanceId, from: UnitedChat, to: UnitedChat): UnitedLabels {
  const moved = from.record?.labels ?? [];
  const had = to.record?.labels ?? [];
  const added = without(moved, had);
  const writes = moved.flatMap((label): Write[] => [
    { delete: keys.labelled(instance, label, from.key) },
    added.includes(label)
      ? { put: { ...keys.labelled(instance, label, to.key) } }
      : { update: keys.label(instance, label), add: { count: -1 }, if: [{ item: "exists" }] },
  ]);
  const isMoved = moved.length > 0;
  const add = isMoved ? { labels_rev: 1 } : {};
  return {
    to: {
      set: added.length > 0 ? { labels: [...had, ...added].toSorted((a, b) => a - b) } : {},
      add,
      if: labelsAsRead(to.record ?? {}),
    },
    from: { remove: isMoved ? ["labels"] : [], add, if: labelsAsRead(from.record ?? {}) },
    writes,
  };
}
