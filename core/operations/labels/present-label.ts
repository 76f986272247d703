import type { Label } from "../../contracts/chats/label.ts";
import type { LabelRecord } from "../../records/chats/label.ts";
import type { LabelsState } from "../../records/chats/labels-state.ts";

/** Builds a label in the form customers see. */
export function presentLabel(
  { id, name, color, count, synced }: LabelRecord,
  { mirrored }: Pick<LabelsState, "mirrored">,
): Label {
  return { id, name, color, count: Math.max(count, 0), synced: mirrored === true ? synced : null };
}
