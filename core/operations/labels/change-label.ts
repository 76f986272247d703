import type { Label } from "../../contracts/chats/label.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { changeTime } from "../../domain/chats/label-rules.ts";
import { endUnavailable } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { isLive } from "../../records/chats/label.ts";
import { changeLabels } from "../../records/chats/labels-state.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { SomeWrites } from "../../store/table.ts";
import { requireFreeName } from "./create-label.ts";
import { presentLabel } from "./present-label.ts";
import { LABEL_TRIES, readLabelList, requireLabel } from "./read-label-list.ts";
import { labelsRow, wakeForLabels } from "./request-label-work.ts";

/** Changes a label's name or color. Omitted fields stay unchanged. @throws ApiError `not_found`, `conflict`. */
export async function changeLabel(
  deps: LaneDeps,
  instance: InstanceId,
  id: number,
  change: { name?: string | undefined; color?: number | undefined },
): Promise<Label> {
  return retryOnChange({ tries: LABEL_TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const list = await readLabelList(deps.table, instance);
    const { state, labels } = list;
    const label = requireLabel(list, id);
    const { name = label.name, color = label.color } = change;
    if (name === label.name && color === label.color) return presentLabel(label, state);
    requireFreeName(labels.filter(isLive), name, id);
    const now = deps.clock.now();
    const set = { name, color, synced: false, changed_ms: changeTime(now, label.changed_ms) };
    const isMirrored = state.mirrored === true;
    const writes: SomeWrites = [
      { update: keys.label(instance, id), set, remove: ["refused_ms", "given_up"], if: [{ item: "exists" }] },
      changeLabels(instance, state, {}),
      ...(isMirrored ? [labelsRow(instance, now)] : []),
    ];
    await commit(deps.table.transact(writes));
    if (isMirrored) await wakeForLabels(deps, instance);
    return presentLabel({ ...label, ...set }, state);
  });
}
