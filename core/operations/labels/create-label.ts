import type { Label } from "../../contracts/chats/label.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { changeTime, hasRoom, sameName } from "../../domain/chats/label-rules.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { isLive, type LabelRecord } from "../../records/chats/label.ts";
import { changeLabels } from "../../records/chats/labels-state.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { SomeWrites } from "../../store/table.ts";
import { presentLabel } from "./present-label.ts";
import { LABEL_TRIES, readLabelList } from "./read-label-list.ts";
import { labelsRow, wakeForLabels } from "./request-label-work.ts";

/**
 * Creates a label with the next free number. @throws ApiError `conflict` if its name is taken, or if there are already
 * 100 labels.
 */
export async function createLabel(
  deps: LaneDeps,
  instance: InstanceId,
  { name, color }: { name: string; color: number },
): Promise<Label> {
  return retryOnChange({ tries: LABEL_TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const { state, labels } = await readLabelList(deps.table, instance);
    const live = labels.filter(isLive);
    requireFreeName(live, name);
    if (!hasRoom(live.length)) throw new ApiError("conflict", { message: FULL });
    const now = deps.clock.now();
    const id = state.last + 1;
    const label: LabelRecord = { id, name, color, count: 0, synced: false, changed_ms: changeTime(now) };
    const isMirrored = state.mirrored === true;
    const writes: SomeWrites = [
      { put: { ...keys.label(instance, id), ...label }, if: [{ item: "absent" }] },
      changeLabels(instance, state, { last: id }),
      ...(isMirrored ? [labelsRow(instance, now)] : []),
    ];
    await commit(deps.table.transact(writes));
    if (isMirrored) await wakeForLabels(deps, instance);
    return presentLabel(label, state);
  });
}

/**
 * Checks that no other label has this name. @throws ApiError `conflict`. @param but the id of the label being named.
 */
export function requireFreeName(live: readonly LabelRecord[], name: string, but?: number): void {
  const taken = sameName(live, name, but);
  if (taken)
    throw new ApiError("conflict", { message: `Label ${taken.id} already has this name. Choose a different name.` });
}

const FULL = `An instance can have at most ${LIMITS.labelsMax} labels. Delete one that you don't need.`;
