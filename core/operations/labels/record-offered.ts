import { DAY_MS } from "../../contracts/durations.ts";
import { nextPhoneId } from "../../domain/chats/phone-label.ts";
import type { LabelRecord } from "../../records/chats/label.ts";
import { type LabelChangeRecord, labelChanges } from "../../records/chats/label-change.ts";
import { changeLabels, labelsStates, NO_LABELS } from "../../records/chats/labels-state.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Table, Write } from "../../store/table.ts";
import { LABEL_TRIES, readLabelList } from "./read-label-list.ts";

/** How long the phone may refuse a change before the gateway gives up. Spec: labels; docs/decisions/0077. */
const OFFERED_MS = DAY_MS;

/** Records whether the linked phone supports labels. @throws FenceLost */
export async function recordMirrored(table: Table, own: Owner, mirrored: boolean): Promise<void> {
  return retryOnChange(LABEL_TRIES, async ({ commit }) => {
    const state = { ...NO_LABELS, ...(await labelsStates.read(table, own.instance_id)) };
    if ((state.mirrored === true) === mirrored) return;
    const write = changeLabels(own.instance_id, state, { mirrored });
    await commit(transactFenced(table, own.instance_id, own.fence, [write]));
  });
}

/**
 * Assigns the phone's id for a label before the label is sent to the phone. @returns null if the label was changed in
 * the meantime.
 * @throws FenceLost
 */
export async function recordPhoneId(table: Table, own: Owner, id: number): Promise<string | null> {
  const { state, labels } = await readLabelList(table, own.instance_id);
  const phone_id = nextPhoneId(labels.map((label) => label.phone_id));
  const writes: Write[] = [
    {
      update: keys.label(own.instance_id, id),
      set: { phone_id },
      if: [{ item: "exists" }, { field: "phone_id", is: "missing" }, { field: "deleted_ms", is: "missing" }],
    },
    changeLabels(own.instance_id, state, {}),
  ];
  return (await isCommitted(transactFenced(table, own.instance_id, own.fence, writes))) ? phone_id : null;
}

/**
 * Records that the network accepted the version of a label that was sent. If the label has been changed in the
 * meantime, on either side, it is sent again, because the phone now has the version that was sent. @throws FenceLost
 */
export async function recordTaken(table: Table, own: Owner, sent: LabelRecord): Promise<void> {
  const place = keys.label(own.instance_id, sent.id);
  const write = (synced: boolean, op: "=" | "<>"): Write => ({
    update: place,
    set: { synced },
    remove: ["refused_ms", "given_up"],
    if: [{ item: "exists" }, { field: "changed_ms", op, value: sent.changed_ms }],
  });
  if (await isCommitted(transactFenced(table, own.instance_id, own.fence, [write(true, "=")]))) return;
  await isCommitted(transactFenced(table, own.instance_id, own.fence, [write(false, "<>")]));
}

/** Records that the phone refused a label. @returns whether the gateway now gives up on the label. @throws FenceLost */
export async function recordRefused(table: Table, own: Owner, sent: LabelRecord, now: Date): Promise<boolean> {
  const since = sent.refused_ms ?? now.getTime();
  const isOver = now.getTime() - since >= OFFERED_MS;
  const write: Write = {
    update: keys.label(own.instance_id, sent.id),
    set: { refused_ms: since, ...(isOver && { given_up: true }) },
    if: [{ item: "exists" }, { field: "changed_ms", op: "=", value: sent.changed_ms }],
  };
  return (await isCommitted(transactFenced(table, own.instance_id, own.fence, [write]))) && isOver;
}

/**
 * Records that the network accepted a chat's labels, unless they have changed again in the meantime. @throws FenceLost
 */
export async function recordChatTaken(table: Table, own: Owner, sent: LabelChangeRecord): Promise<void> {
  const gone: Write = {
    delete: keys.labelChange(own.instance_id, sent.chat),
    if: [{ field: "change", op: "=", value: sent.change }],
  };
  await isCommitted(transactFenced(table, own.instance_id, own.fence, [gone]));
}

/**
 * Records that the phone refused a chat's labels. @returns whether the gateway now gives up on them. @throws FenceLost
 */
export async function recordChatRefused(
  table: Table,
  own: Owner,
  sent: LabelChangeRecord,
  now: Date,
): Promise<boolean> {
  const since = sent.refused_ms ?? now.getTime();
  if (now.getTime() - since >= OFFERED_MS) {
    await recordChatTaken(table, own, sent);
    return true;
  }
  const write: Write = {
    update: keys.labelChange(own.instance_id, sent.chat),
    set: { refused_ms: since },
    if: [{ field: "change", op: "=", value: sent.change }],
  };
  await isCommitted(transactFenced(table, own.instance_id, own.fence, [write]));
  return false;
}

/** Reads the changes to chat labels that haven't reached the phone yet, oldest first. */
export async function readLabelChanges(table: Table, own: Owner): Promise<LabelChangeRecord[]> {
  const { pk, sk } = keys.labelChange(own.instance_id, "");
  const found: LabelChangeRecord[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk, prefix: sk, limit: 500, ...(after !== undefined && { after }) });
    found.push(...page.items.map(labelChanges.of));
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return found.toSorted((a, b) => a.since_ms - b.since_ms);
  }
}
