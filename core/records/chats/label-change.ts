import { DAY_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Condition, Write } from "../../store/table.ts";

/**
 * Records that a chat's labels were changed here and are not on the phone yet; the labels themselves are in the chat.
 */
export interface LabelChangeRecord {
  /** The chat's key. */
  chat: string;
  /** Every label that changed since the phone last had all of them. */
  labels: number[];
  /** A new id for each change, that of the last one. */
  change: string;
  /** When the first of these labels was changed, epoch ms; changes are offered in this order. */
  since_ms: number;
  /** Since when the phone's side has refused them, epoch ms. */
  refused_ms?: number;
  /** Epoch seconds. */
  ttl: number;
}

/** The changes to chats' labels that wait for the phone. */
export const labelChanges = recordsAt<LabelChangeRecord, Parameters<typeof keys.labelChange>>(keys.labelChange);

/** A phone that was away for longer gets these changes only when the chat's labels change again. Our number. */
const KEPT_DAYS = 30;

/**
 * Builds the write which records a chat's changed labels for the phone; refused if another change was made since.
 * @param change a new id.
 */
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
