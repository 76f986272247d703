import { isStatusId } from "../../contracts/ids.ts";
import { whoMay } from "../../domain/messages/who-may.ts";
import { transactFact } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { recallSent } from "../../records/sent-messages.ts";
import { statusLists } from "../../records/status.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { SomeWrites, Table } from "../../store/table.ts";

/** A report that a person viewed an item in the status chat. */
export interface View {
  /** The viewed item's network id. */
  network_id: string;
  /** All of the viewer's addresses. */
  viewer: string[];
}

/**
 * Counts each person's view of a status once. The person's row and the count are written in one commit, so a repeated
 * receipt changes nothing. Views by people the status wasn't sent to, and views of other items, are ignored.
 * @throws FenceLost
 */
export async function recordView({ table }: { table: Table }, own: Owner, view: View): Promise<void> {
  const { instance_id: instance, fence } = own;
  const id = await statusOf(table, own, view.network_id);
  if (id === null) return;
  const list = await statusLists.read(table, instance, id);
  const viewer = list?.listed?.find((address) => view.viewer.includes(address));
  const role = viewer === undefined ? "outsider" : "member";
  const ruling = whoMay({ action: "receipt", actor: "other", place: "status", sameChat: true, role });
  if (!list || viewer === undefined || ruling !== "allowed") return;
  const place = keys.status(instance, id);
  const writes: SomeWrites = [
    { put: { ...keys.statusView(instance, id, viewer), ttl: list.ttl }, if: [{ item: "absent" }] },
    { update: place, add: { views: 1 }, if: [{ item: "exists" }] },
  ];
  await isCommitted(transactFact(table, instance, fence, place, writes));
}

async function statusOf(table: Table, { instance_id }: Owner, networkId: string): Promise<string | null> {
  const id =
    recallSent(table, instance_id, networkId)?.id ??
    (await table.get(keys.networkId(instance_id, "out", networkId)))?.message_id;
  return typeof id === "string" && isStatusId(id) ? id : null;
}
