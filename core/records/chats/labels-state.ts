import type { InstanceId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Condition, Write } from "../../store/table.ts";

/** The overall state of an instance's labels. Every change to the list of labels is conditional on `rev`. */
export interface LabelsState {
  rev: number;
  /** The highest label number ever used. Numbers are never reused. */
  last: number;
  /** Deleted labels that may still be attached to some chats, oldest first. They are never displayed. */
  removing?: number[];
  /** Whether the linked phone supports labels, as business phones do. */
  mirrored?: boolean;
}

/** The label states, by instance. */
export const labelsStates = recordsAt<LabelsState, Parameters<typeof keys.labels>>(keys.labels);

/** The state of an instance that has never had a label. */
export const NO_LABELS: LabelsState = { rev: 0, last: 0 };

/**
 * Builds a change to the state of an instance's labels. The change is refused if the state has changed since it was
 * read.
 */
export function changeLabels(instance: InstanceId, read: LabelsState, set: Partial<LabelsState>): Write {
  const asRead: Condition =
    read.rev === 0 ? [{ field: "rev", is: "missing" }] : [{ field: "rev", op: "=", value: read.rev }];
  return { update: keys.labels(instance), set: { ...set, rev: read.rev + 1 }, if: asRead };
}
