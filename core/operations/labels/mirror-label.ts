import { changeTime, hasRoom, sameName } from "../../domain/chats/label-rules.ts";
import { labelNameOf, type PhoneLabel } from "../../domain/chats/phone-label.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { isLive, type LabelRecord } from "../../records/chats/label.ts";
import { changeLabels } from "../../records/chats/labels-state.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Write } from "../../store/table.ts";
import { deletionWrites } from "./delete-label.ts";
import { LABEL_TRIES, type LabelList, readLabelList } from "./read-label-list.ts";
import { wakeForLabels } from "./request-label-work.ts";

/**
 * Applies a label change that was made on the phone. An unknown label gets the gateway's next number, unless there is a
 * label with the same name that the phone does not have yet. A change that was made through the gateway and has not
 * reached the phone yet wins, unless the phone's change is later. Repeating the call has no effect.
 * docs/decisions/0077. @throws FenceLost
 */
export async function mirrorLabel(deps: LaneDeps, own: Owner, edit: PhoneLabel): Promise<void> {
  const { instance_id: instance } = own;
  return retryOnChange(LABEL_TRIES, async ({ commit }) => {
    const list = await readLabelList(deps.table, instance);
    const known = list.labels.find(({ phone_id }) => phone_id === edit.label) ?? null;
    const writes = known ? writesOfKnown(deps, own, list, known, edit) : writesOfUnknown(deps, own, list, edit);
    if (writes.length === 0) return;
    await commit(transactFenced(deps.table, instance, own.fence, writes));
    if (edit.deleted) await wakeForLabels(deps, instance);
  });
}

function writesOfKnown(deps: LaneDeps, own: Owner, list: LabelList, known: LabelRecord, edit: PhoneLabel): Write[] {
  const { instance_id: instance } = own;
  const place = keys.label(instance, known.id);
  const now = deps.clock.now();
  const isOffered = !known.synced && known.given_up !== true;
  if (!isLive(known)) {
    // The label was deleted through the gateway, and will be deleted on the phone as well.
    if (isOffered) return edit.deleted ? [{ update: place, set: { synced: true }, if: [{ item: "exists" }] }] : [];
    if (edit.deleted) return [];
    // The phone has reused the number of a deleted label for a new label.
    return [{ update: place, remove: ["phone_id"] }, ...made(deps, own, list, edit)];
  }
  if (edit.deleted) return deletionWrites(instance, list.state, known, { now, synced: true });
  if (isOffered && (edit.at_ms === null || edit.at_ms <= known.changed_ms)) return [];
  const name = edit.name === null ? known.name : labelNameOf(edit);
  const color = edit.color ?? known.color;
  if (known.synced && name === known.name && color === known.color) return [];
  const set = { name, color, synced: true, changed_ms: changeTime(now, known.changed_ms) };
  return [
    { update: place, set, remove: ["refused_ms", "given_up"], if: [{ field: "deleted_ms", is: "missing" }] },
    changeLabels(instance, list.state, {}),
  ];
}

function writesOfUnknown(deps: LaneDeps, own: Owner, list: LabelList, edit: PhoneLabel): Write[] {
  if (edit.deleted) return [];
  const { instance_id: instance } = own;
  const name = labelNameOf(edit);
  const unsent = list.labels.filter((label) => isLive(label) && label.phone_id === undefined);
  const same = sameName(unsent, name);
  if (!same) return made(deps, own, list, edit);
  // If labels with the same name were created through the gateway and on the phone while the phone was disconnected,
  // merge them into one label.
  const isSame = same.name === name && same.color === edit.color;
  return [
    { update: keys.label(instance, same.id), set: { phone_id: edit.label, synced: isSame } },
    changeLabels(instance, list.state, {}),
  ];
}

function made(deps: LaneDeps, own: Owner, { state, labels }: LabelList, edit: PhoneLabel): Write[] {
  const { instance_id: instance } = own;
  if (!hasRoom(labels.filter(isLive).length)) {
    deps.log.warn(
      { instance_id: instance },
      "a label from the phone is left out, because the instance already has the maximum number of labels",
    );
    return [];
  }
  const id = state.last + 1;
  const label: LabelRecord = {
    ...{ id, name: labelNameOf(edit), color: edit.color ?? 0, count: 0 },
    ...{ synced: true, phone_id: edit.label, from_phone: true, changed_ms: changeTime(deps.clock.now()) },
  };
  const put: Write = { put: { ...keys.label(instance, id), ...label }, if: [{ item: "absent" }] };
  return [put, changeLabels(instance, state, { last: id })];
}
