import { failureKind } from "../../failure-kind.ts";
import type { MediaStore } from "../../ports.ts";
import { FenceLost } from "../../records/fence.ts";
import type { MessageRecord } from "../../records/message.ts";
import { messageRecords } from "../../records/message.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { Owner } from "../../records/owner.ts";
import { keys, lists } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { TransactionRefused } from "../../store/table.ts";
import { failMessage } from "../sending/send-steps.ts";
import { dropInstanceWebhook } from "../webhooks/drop-instance-webhook.ts";
import { removeDeliveries } from "../webhooks/remove-deliveries.ts";

const PAGE = 50;

type Deps = EventDeps & { media: MediaStore };

/**
 * Deletes what a removed instance owned: its own webhook, messages and files, the people it knew, everything counted
 * and kept beside; its record, the sending state, its fence and the pointer by which a task finds it go last and
 * together, so whoever takes over from a task that died in between begins again. Call it when the session has left the
 * network. The list of messages lags, and what it misses is deleted with its 30 days; customers see none of it since
 * the removal. Spec: Instance lifecycle, delete.
 */
export async function removeInstanceData(deps: Deps, own: Owner, shard: number): Promise<void> {
  const { instance_id: instance } = own;
  await dropInstanceWebhook(deps, own.account_id, instance);
  await removeMessages(deps, own);
  await removeDeliveries(deps, own.account_id, instance);
  const [person, network, idempotency, check, call] = [
    keys.person(instance, ""),
    keys.networkId(instance, "", ""),
    keys.idempotency(instance, ""),
    keys.checkedNumber(instance, ""),
    keys.call(instance, ""),
  ];
  const counts = keys.dayCounts(instance, "", "in");
  const commands = keys.command(instance, "");
  const rows = keys.sessionKey(instance, "", "");
  const aside = keys.quarantine(instance, "");
  const marks = keys.marks(instance, "", "V", 0);
  const profile = await deps.table.get(keys.profile(instance));
  await removePicture(deps, profile?.picture);
  for (const { pk } of [person, network, idempotency, check, call, counts, commands, rows, aside, marks])
    await removeAll(deps, pk);
  const last = new Set([keys.instance(instance).sk, keys.sending(instance).sk, keys.receiving(instance).sk]);
  await removeAll(deps, keys.instance(instance).pk, last);
  await removeAll(deps, instanceLane(instance));
  try {
    await deps.table.transact([
      { delete: keys.instance(instance), if: [{ field: "removed_at", op: "<>", value: null }] },
      { delete: keys.receiving(instance), if: [{ field: "fence", op: "=", value: own.fence }] },
      { delete: keys.sending(instance) },
      { delete: keys.shardInstance(shard, instance) },
    ]);
  } catch (error) {
    // Another task has it now, and does the same.
    if (!(error instanceof TransactionRefused)) throw error;
  }
}

async function removeMessages(deps: Deps, own: Owner): Promise<void> {
  const list = lists.messagesOfInstance(own.instance_id);
  for (let after: string | undefined; ; ) {
    const page = await deps.table.query({ pk: list, index: "by_instance", limit: PAGE, ...(after && { after }) });
    const places = page.items.map((item) => keys.message(own.account_id, item.sk));
    const records = (await deps.table.getMany(places)).map(messageRecords.of);
    // What was being sent when the session left has an end like every accepted message.
    for (const message of records) if (isUnderWay(message)) await end(deps, own, message);
    for (const { file } of records) if (file) await deps.media.remove(file.key);
    await Promise.all(places.map((place) => deps.table.write({ delete: place })));
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return;
  }
}

/** A message whose record is too broken for an event is deleted like the others. */
async function end(deps: Deps, own: Owner, message: MessageRecord): Promise<void> {
  try {
    await failMessage(deps, own, message, null, "instance_removed");
  } catch (error) {
    if (error instanceof FenceLost || failureKind(error) === "passing") throw error;
    const about = { instance_id: own.instance_id, message_id: message.id, error: String(error) };
    deps.log.error(about, "a message of a removed instance could not be told as failed");
  }
}

const isUnderWay = ({ direction, status }: MessageRecord) =>
  direction === "out" && (status === "queued" || status === "scheduled");

async function removePicture({ media }: Deps, picture: unknown): Promise<void> {
  const key: unknown = typeof picture === "object" && picture !== null ? Reflect.get(picture, "key") : null;
  if (typeof key === "string") await media.remove(key);
}

/** Every item of a partition, but those with these sort keys. */
async function removeAll({ table }: Deps, pk: string, but: ReadonlySet<string> = new Set()): Promise<void> {
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    const gone = page.items.filter(({ sk }) => !but.has(sk));
    await Promise.all(gone.map(({ sk }) => table.write({ delete: { pk, sk } })));
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return;
  }
}
