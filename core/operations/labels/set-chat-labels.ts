import type { InstanceId } from "../../contracts/ids.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { chatLabelsOf, chatRecordKey, relabel, without } from "../../records/chats/chat-labels.ts";
import { isLive, labelRecords } from "../../records/chats/label.ts";
import { labelChanges, noteLabelChange } from "../../records/chats/label-change.ts";
import { labelsStates } from "../../records/chats/labels-state.ts";
import { changedSign } from "../../records/chats/team-sign.ts";
import { personRecords } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { SomeWrites, Table } from "../../store/table.ts";
import { LABEL_TRIES, unknownLabel } from "./read-label-list.ts";
import { labelsRow, wakeForLabels } from "./request-label-work.ts";

/**
 * Sets a chat's labels to exactly the given labels. The chat's record, the labels' rows and their counts change in one
 * transaction. If two requests race, the later one wins.
 * @param chat the chat's key. @param ids at most 20. @param isTeamwork whether colleagues' open pages are notified.
 * @throws ApiError `chat_not_found`, or `not_found` with the label in its message.
 */
export async function setChatLabels(
  deps: LaneDeps,
  instance: InstanceId,
  chat: string,
  ids: readonly number[],
  isTeamwork = false,
): Promise<void> {
  const wanted = ids.toSorted((a, b) => a - b);
  let key = chat;
  return retryOnChange({ tries: LABEL_TRIES, atEnd: endUnavailable }, async ({ commit, again }) => {
    const { record, mergedInto, waiting, isMirrored } = await readSetting(deps.table, instance, key, wanted);
    if (mergedInto !== undefined) {
      key = mergedInto;
      return again();
    }
    const had = record.labels ?? [];
    const changed = [...without(wanted, had), ...without(had, wanted)];
    if (changed.length === 0) return;
    const now = deps.clock.now();
    const change = deps.ids.next("lbl", now);
    const writes: SomeWrites = [
      ...relabel(instance, key, record, wanted),
      ...(isMirrored
        ? [noteLabelChange(instance, key, waiting, changed, { change, now }), labelsRow(instance, now)]
        : []),
      ...(isTeamwork ? [changedSign(instance, key, now)] : []),
    ];
    // The transaction is refused if the chat's labels, or one of the labels themselves, have changed in the meantime.
    await commit(deps.table.transact(writes));
    if (isMirrored) await wakeForLabels(deps, instance);
  });
}

async function readSetting(table: Table, instance: InstanceId, chat: string, wanted: readonly number[]) {
  const place = chatRecordKey(instance, chat);
  const items = await table.getMany([
    place,
    keys.labels(instance),
    keys.labelChange(instance, chat),
    ...wanted.map((id) => keys.label(instance, id)),
  ]);
  const record = chatLabelsOf(items.find(({ pk, sk }) => pk === place.pk && sk === place.sk));
  if (!record) throw new ApiError("chat_not_found");
  const missing = wanted.find((id) => {
    const label = labelRecords.among(items, instance, id);
    return !label || !isLive(label);
  });
  if (missing !== undefined) throw unknownLabel(missing);
  return {
    record,
    mergedInto: personRecords.among(items, instance, chat)?.merged_into,
    waiting: labelChanges.among(items, instance, chat),
    isMirrored: labelsStates.among(items, instance)?.mirrored === true,
  };
}
