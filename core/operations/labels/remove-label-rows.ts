import type { InstanceId } from "../../contracts/ids.ts";
import type { Log } from "../../ports.ts";
import { chatLabelsOf, chatRecordKey, labelsAsRead, without } from "../../records/chats/chat-labels.ts";
import { labelRecords } from "../../records/chats/label.ts";
import { changeLabels, type LabelsState, labelsStates, NO_LABELS } from "../../records/chats/labels-state.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Table, Write } from "../../store/table.ts";
import { forgottenAt } from "./delete-label.ts";

/** The number of chats per transaction. Each chat needs three writes, including its row, and the label needs one. */
const PAGE = 20;

/**
 * Takes the label that has been waiting longest to be removed, and removes it from some of its chats. Once no chat has
 * the label, completes its deletion.
 * @returns whether there is more to do. @throws FenceLost
 */
export async function removeLabelRows(deps: { table: Table; log: Log }, own: Owner): Promise<boolean> {
  const { instance_id: instance } = own;
  const state = { ...NO_LABELS, ...(await labelsStates.read(deps.table, instance)) };
  const id = state.removing?.[0];
  if (id === undefined) return false;
  const { pk } = keys.labelled(instance, id, "");
  const rows = (await deps.table.query({ pk, limit: PAGE })).items;
  if (rows.length > 0) {
    // The transaction is refused if the labels of one of the chats were changed in the meantime. The next check reads
    // that chat again.
    await isCommitted(
      transactFenced(deps.table, instance, own.fence, await pageWrites(deps.table, instance, id, rows)),
    );
    return true;
  }
  await finish(deps, own, state, id);
  return true;
}

async function pageWrites(table: Table, instance: InstanceId, id: number, rows: Item[]): Promise<Write[]> {
  const places = rows.map(({ sk }) => chatRecordKey(instance, sk));
  const items = await table.getMany(places);
  const chats = places.flatMap((place): Write[] => {
    const chat = chatLabelsOf(items.find(({ pk, sk }) => pk === place.pk && sk === place.sk));
    if (!chat?.labels?.includes(id)) return [];
    const labels = without(chat.labels, [id]);
    const set = labels.length > 0 ? { set: { labels } } : { remove: ["labels"] };
    return [{ update: place, ...set, add: { labels_rev: 1 }, if: labelsAsRead(chat) }];
  });
  return [
    ...chats,
    ...rows.map(({ sk }): Write => ({ delete: keys.labelled(instance, id, sk), if: [{ item: "exists" }] })),
    { update: keys.label(instance, id), add: { count: -rows.length }, if: [{ item: "exists" }] },
  ];
}

/**
 * Completes the deletion of a label that is no longer on any chat. If the phone has the label, its record is retained
 * for a month. Otherwise, the record is removed immediately.
 */
async function finish(deps: { table: Table; log: Log }, own: Owner, state: LabelsState, id: number): Promise<void> {
  const { instance_id: instance } = own;
  const label = await labelRecords.read(deps.table, instance, id);
  if (label && label.count > 0) {
    // When two people are merged, a row may move to a place that has already been read, so check again for such rows.
    const again = await deps.table.query({ pk: keys.labelled(instance, id, "").pk, limit: 1 });
    if (again.items.length > 0) return;
    deps.log.error(
      { instance_id: instance, label: id, count: label.count },
      "a label without chats had a count above zero",
    );
  }
  const ended: Write[] = label
    ? [
        label.phone_id === undefined
          ? { delete: keys.label(instance, id) }
          : { update: keys.label(instance, id), set: { ttl: forgottenAt(label), count: 0 }, if: [{ item: "exists" }] },
      ]
    : [];
  const removing = without(state.removing ?? [], [id]);
  await isCommitted(
    transactFenced(deps.table, instance, own.fence, [...ended, changeLabels(instance, state, { removing })]),
  );
}
