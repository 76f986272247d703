import type { InstanceId } from "../../contracts/ids.ts";
import { type ChatLabels, labelsAsRead, without } from "../../records/chats/chat-labels.ts";
import { keys } from "../../store/keys.ts";
import type { Condition, Write } from "../../store/table.ts";

/** One of two chats being merged: its key, and its record as it was read (null if there is none). */
export interface UnitedChat {
  key: string;
  record: ChatLabels | null;
}

/** The parts of a transaction that merge the labels of two chats. */
export interface UnitedLabels {
  /** Fields and conditions for updating the record that remains. */
  to: { set: { labels?: number[] }; add: { labels_rev?: number }; if: Condition };
  /** Fields and conditions for updating the record that is merged into the other. */
  from: { remove: string[]; add: { labels_rev?: number }; if: Condition };
  /**
   * At most 40 further writes: they move rows to the remaining chat and, for each label that both chats had, decrease
   * the label's count by one.
   */
  writes: Write[];
}

/**
 * Merges the labels of two chats on one instance whose people turn out to be the same person, so the remaining chat has
 * the labels of both. The caller merges the two records in a transaction and adds these fields and conditions to its
 * updates.
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
