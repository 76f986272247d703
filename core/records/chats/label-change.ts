import { DAY_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Condition, Write } from "../../store/table.ts";

/**
 * The record that a chat's labels were changed here and still have to be sent to the phone. The labels themselves are
 * stored with the chat.
 */
export interface LabelChangeRecord {
  /** The chat's key. */
  chat: string;
  /** All labels changed since the phone last had the full set. */
  labels: number[];
  /** The id of the last change. Each change gets a new id. */
  change: string;
  /** When the first of these labels was changed, in epoch ms. Changes are sent to the phone in this order. */
  since_ms: number;
  /** When the phone started refusing the changes, in epoch ms. */
  refused_ms?: number;
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** Changes to chat labels that still have to be sent to the phone. */
export const labelChanges = recordsAt<LabelChangeRecord, Parameters<typeof keys.labelChange>>(keys.labelChange);

/**
 * A phone that is offline for longer than this gets the changes only when the chat's labels change again. We chose this
 * value ourselves.
 */
const KEPT_DAYS = 30;

/**
 * Builds the write that records a chat's changed labels for the phone. The write is refused if another change was made
 * in the meantime.
 * @param change the new id of this change.
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
