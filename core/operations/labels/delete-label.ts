import { DAY_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { changeTime } from "../../domain/chats/label-rules.ts";
import { endUnavailable } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { LabelRecord } from "../../records/chats/label.ts";
import { changeLabels, type LabelsState } from "../../records/chats/labels-state.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { SomeWrites } from "../../store/table.ts";
import { LABEL_TRIES, readLabelList, requireLabel } from "./read-label-list.ts";
import { labelsRow, wakeForLabels } from "./request-label-work.ts";

/**
 * Deletes a label. It disappears immediately, and the instance's owner then removes it from its chats page by page.
 * @throws ApiError `not_found`.
 */
export async function deleteLabel(deps: LaneDeps, instance: InstanceId, id: number): Promise<void> {
  return retryOnChange({ tries: LABEL_TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const list = await readLabelList(deps.table, instance);
    const label = requireLabel(list, id);
    const writes = deletionWrites(instance, list.state, label, { now: deps.clock.now(), synced: false });
    await commit(deps.table.transact(writes));
    await wakeForLabels(deps, instance);
  });
}

/**
 * Builds the writes that delete a label and have the instance's owner remove it from its chats. @param synced whether
 * the phone has already deleted the label.
 */
export function deletionWrites(
  instance: InstanceId,
  state: LabelsState,
  label: LabelRecord,
  { now, synced }: { now: Date; synced: boolean },
): SomeWrites {
  const changed = changeTime(now, label.changed_ms);
  return [
    {
      update: keys.label(instance, label.id),
      set: { deleted_ms: now.getTime(), changed_ms: changed, synced },
      remove: ["refused_ms", "given_up"],
      if: [{ item: "exists" }, { field: "deleted_ms", is: "missing" }],
    },
    changeLabels(instance, state, { removing: [...(state.removing ?? []), label.id] }),
    labelsRow(instance, now),
  ];
}

/**
 * Returns when a deleted label's record expires, in epoch seconds. Until then, anything the phone reports about the
 * label has no effect.
 */
export const forgottenAt = ({ deleted_ms = 0 }: LabelRecord): number =>
  Math.floor((deleted_ms + LIMITS.deletedLabelDays * DAY_MS) / 1000);
