import { DAY_MS } from "../../contracts/durations.ts";
import type { InstanceId, MessageId } from "../../contracts/ids.ts";
import { isSavedFile } from "../../domain/files/saved-file-key.ts";
import { failureKind } from "../../failure-kind.ts";
import type { MediaStore } from "../../ports.ts";
import { menuFiles } from "../../records/answers/menu-file.ts";
import { groupRecords } from "../../records/chats/group.ts";
import { labelRecords } from "../../records/chats/label.ts";
import { FenceLost } from "../../records/fence.ts";
import type { MessageRecord } from "../../records/message.ts";
import { messageRecords } from "../../records/message.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { Owner } from "../../records/owner.ts";
import { keys, lists } from "../../store/keys.ts";
import { AGENT_LANE, chatLane, instanceLane } from "../../store/lane-names.ts";
import { type Item, TransactionRefused } from "../../store/table.ts";
import { areNamesBeingSaved } from "../contacts/count-saves.ts";
import { endImports } from "../contacts/end-imports.ts";
import { failMessage } from "../sending/send-steps.ts";
import { dropInstanceWebhook } from "../webhooks/drop-instance-webhook.ts";
import { removeDeliveries } from "../webhooks/remove-deliveries.ts";
import { removeDrafts } from "./remove-drafts.ts";
import { removePartition } from "./remove-partition.ts";

const PAGE = 50;

type Deps = EventDeps & { media: MediaStore };

/** How many days of daily counts may exist for people, counting back from the latest date in any time zone. */
const COUNTED_DAYS = 7;

/**
 * Deletes a removed instance's data: its own webhook, messages and files, its chats, the people it knew, and all its
 * counters. Its record, the sending state, its fence and the pointer through which a task finds it are deleted last and
 * together, so if the task dies, its successor starts over. Must only be called once the session has left the network.
 * Messages missing from the list, because the list lags or because they were imported, are found by their network ids.
 * Customers have not seen any of these messages since the removal. Spec: Instance lifecycle, delete.
 * @returns false if nothing was deleted, because an import of contacts still saves people; repeat the call later.
 */
export async function removeInstanceData(deps: Deps, own: Owner, shard: number): Promise<boolean> {
  const { instance_id: instance } = own;
  const now = deps.clock.now();
  if (await endImports(deps.table, own, "server_error", now)) return false;
  if (await areNamesBeingSaved(deps.table, instance, now)) return false;
  await dropInstanceWebhook(deps, own.account_id, instance);
  await removeMessages(deps, own);
  await removeDrafts(deps, own.account_id, instance);
  await removeDeliveries(deps, own.account_id, instance);
  await removePartition(deps, keys.networkId(instance, "", "").pk, { first: (rows) => removeNamed(deps, own, rows) });
  await removePicture(deps, await deps.table.get(keys.profile(instance)));
  const pictures = async (items: Item[]) => void (await Promise.all(items.map((item) => removePicture(deps, item))));
  await removePartition(deps, keys.channel(instance, "").pk, { first: pictures });
  // Label rows can only be found through their label, so remove the labels after their rows.
  const labels = (items: Item[]) => removeLabelRows(deps, instance, items);
  await removePartition(deps, keys.label(instance, 0).pk, { first: labels });
  // Group members can only be found through their group, and a status's viewers only through the status.
  await removePartition(deps, keys.group(instance, "").pk, { first: (items) => removeMembers(deps, instance, items) });
  await removePartition(deps, keys.status(instance, "").pk, { first: (items) => removeStatuses(deps, own, items) });
  await removePartition(deps, chatLane(instance, AGENT_LANE));
  await removePartition(deps, keys.chatState(instance, "").pk, {
    first: (items) => removeChatLanes(deps, instance, items),
  });
  await removePartition(deps, keys.menu(instance).pk, { first: (items) => removeMenuFiles(deps, instance, items) });
  await removeListed(deps, lists.otpsOfInstance(instance), async () => {});
  await removeListed(deps, lists.broadcastsOfInstance(instance), (id) =>
    removePartition(deps, keys.broadcastPage(instance, id, 0, 0).pk),
  );
  for (const pk of partitionsOf(instance, deps.clock.now())) await removePartition(deps, pk);
  // A contact can only be renamed while the person's record exists, so the contacts are removed after the people.
  await removePartition(deps, keys.contact(instance, "").pk, { first: pictures });
  const last = new Set([keys.instance(instance).sk, keys.sending(instance).sk, keys.receiving(instance).sk]);
  await removePartition(deps, keys.instance(instance).pk, { but: last });
  await removePartition(deps, instanceLane(instance));
  try {
    await deps.table.transact([
      { delete: keys.instance(instance), if: [{ field: "removed_at", op: "<>", value: null }] },
      { delete: keys.receiving(instance), if: [{ field: "fence", op: "=", value: own.fence }] },
      { delete: keys.sending(instance) },
      { delete: keys.shardInstance(shard, instance) },
    ]);
  } catch (error) {
    // Another task now owns the instance and will remove the same data.
    if (!(error instanceof TransactionRefused)) throw error;
  }
  return true;
}

/** Returns the instance's partitions whose items don't refer to further data. */
function partitionsOf(instance: InstanceId, now: Date): string[] {
  const days = Array.from({ length: COUNTED_DAYS }, (_, n) => new Date(now.getTime() + (1 - n) * DAY_MS));
  return [
    keys.person(instance, ""),
    keys.historyPart(instance, 0, ""),
    keys.labelChange(instance, ""),
    keys.assigned(instance, "", ""),
    keys.note(instance, "", ""),
    keys.erasure(instance, ""),
    keys.erased(instance, ""),
    keys.keptOptOut(instance, ""),
    keys.teamSign(instance, "", ""),
    keys.contactSync(instance, ""),
    keys.idempotency(instance, ""),
    keys.otpCode(instance, ""),
    keys.checkedNumber(instance, ""),
    keys.call(instance, ""),
    keys.album(instance, ""),
    keys.dayCounts(instance, "", "in"),
    keys.figures(instance, "", ""),
    keys.command(instance, ""),
    keys.sessionKey(instance, "", ""),
    keys.quarantine(instance, ""),
    keys.marks(instance, "", "V", 0),
    ...days.map((day) => keys.personDay(instance, day.toISOString().slice(0, 10), "")),
  ].map(({ pk }) => pk);
}

async function removeMembers(deps: Deps, instance: InstanceId, groups: Item[]): Promise<void> {
  for (const { sk, picture_key } of groups.map(groupRecords.of)) {
    if (picture_key !== undefined) await deps.media.remove(picture_key);
    await removePartition(deps, keys.groupMembers(instance, sk, 0).pk);
  }
}

async function removeMenuFiles(deps: Deps, instance: InstanceId, items: Item[]): Promise<void> {
  const { sk: prefix } = keys.menuFile(instance, "");
  for (const { key } of items.filter(({ sk }) => sk.startsWith(prefix)).map(menuFiles.of)) await deps.media.remove(key);
}

/** Removes the lanes with waiting texts, which are found through the chats' stored states. */
async function removeChatLanes(deps: Deps, instance: InstanceId, chats: Item[]): Promise<void> {
  for (const { sk: person } of chats) await removePartition(deps, chatLane(instance, person));
}

/** Removes statuses together with their messages, which aren't listed anywhere. */
async function removeStatuses(deps: Deps, own: Owner, statuses: Item[]): Promise<void> {
  const ids = statuses.map(({ sk }) => sk);
  await removeThese(deps, own, ids);
  for (const id of ids) await removePartition(deps, keys.statusView(own.instance_id, id, "").pk);
}

/** Removes the items listed by an index. The data that an item refers to is removed before the item. */
async function removeListed(deps: Deps, list: string, before: (id: string) => Promise<void>): Promise<void> {
  for (let after: string | undefined; ; ) {
    const page = await deps.table.query({ pk: list, index: "by_instance", limit: PAGE, ...(after && { after }) });
    for (const { pk, sk } of page.items) {
      await before(sk);
      await deps.table.write({ delete: { pk, sk } });
    }
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return;
  }
}

async function removeMessages(deps: Deps, own: Owner): Promise<void> {
  const list = lists.messagesOfInstance(own.instance_id);
  for (let after: string | undefined; ; ) {
    const page = await deps.table.query({ pk: list, index: "by_instance", limit: PAGE, ...(after && { after }) });
    await removeThese(
      deps,
      own,
      page.items.map(({ sk }) => sk),
    );
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return;
  }
}

/** Removes the messages that these rows refer to, if they still exist. */
async function removeNamed(deps: Deps, own: Owner, rows: Item[]): Promise<void> {
  const named = rows.flatMap(({ message_id }) => (typeof message_id === "string" ? [message_id] : []));
  await removeThese(deps, own, [...new Set(named)]);
}

async function removeThese(deps: Deps, own: Owner, ids: MessageId[]): Promise<void> {
  const places = ids.map((id) => keys.message(own.account_id, id));
  const stored = (await deps.table.getMany(places)).map(messageRecords.of);
  const records = stored.filter(({ instance_id }) => instance_id === own.instance_id);
  // Every accepted message must reach a final status, including one that was being sent when the session left.
  for (const message of records) if (isUnderWay(message)) await end(deps, own, message);
  for (const { file } of records) if (file && !isSavedFile(file.key)) await deps.media.remove(file.key);
  await Promise.all(records.map(({ pk, sk }) => deps.table.write({ delete: { pk, sk } })));
}

async function removeLabelRows(deps: Deps, instance: InstanceId, labels: Item[]): Promise<void> {
  for (const { id } of labels.map(labelRecords.of)) await removePartition(deps, keys.labelled(instance, id, "").pk);
}

/**
 * Brings a message to its final status. If its record is too broken to build an event from, the message is deleted
 * without one.
 */
async function end(deps: Deps, own: Owner, message: MessageRecord): Promise<void> {
  try {
    await failMessage(deps, own, message, null, "instance_removed");
  } catch (error) {
    if (error instanceof FenceLost || failureKind(error) === "passing") throw error;
    const about = { instance_id: own.instance_id, message_id: message.id, error: String(error) };
    deps.log.error(about, "a message of a removed instance could not be reported as failed");
  }
}

const isUnderWay = ({ direction, status }: MessageRecord) =>
  direction === "out" && (status === "queued" || status === "scheduled");

async function removePicture({ media }: Deps, item: Item | null): Promise<void> {
  const picture = item?.picture;
  const key: unknown = typeof picture === "object" && picture !== null ? Reflect.get(picture, "key") : null;
  if (typeof key === "string") await media.remove(key);
}
