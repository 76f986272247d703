import { DAY_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Condition, Write } from "../../store/table.ts";

/** Labels added to a chat or removed from it here, which the phone does not have yet: the chat itself says which. */
export interface LabelChangeRecord {
  /** The chat's key. */
  chat: string;
  /** Every label that changed since the phone had them all. */
  labels: number[];
  /** Id of the last change: another change has another. */
  change: string;
  /** When the first of them was made, epoch ms: they are offered in this order. */
  since_ms: number;
  /** Since when the phone's side refuses them, epoch ms. */
  refused_ms?: number;
  /** Epoch seconds. */
  ttl: number;
}

/** The changes of chats' labels that wait for the phone. */
export const labelChanges = recordsAt<LabelChangeRecord, Parameters<typeof keys.labelChange>>(keys.labelChange);

/** A phone that was away for longer gets what happened before only when the chat's labels change again. Our number. */
const KEPT_DAYS = 30;

/** Notes labels of a chat for the phone; refused when another change came since the read. @param change a new id. */
export function noteLabelChange(
  instance: InstanceId,
  chat: string,
  read: LabelChangeRecord | null,
  labels: readonly number[],
  { change, now }: { change: string; now: Date },
): Write {
  const all = [...new Set([...(read?.labels ?? []), ...labels])].toSorted((a, b) => a - b);
  const record: LabelChangeRecord = {
    chat,
    labels: all,
    change,
    since_ms: read?.since_ms ?? now.getTime(),
    ttl: Math.floor((now.getTime() + KEPT_DAYS * DAY_MS) / 1000),
  };
  const asRead: Condition = read ? [{ field: "change", op: "=", value: read.change }] : [{ item: "absent" }];
  return { put: { ...keys.labelChange(instance, chat), ...record }, if: asRead };
}
