import { DAY_MS } from "../contracts/durations.ts";
import type { InstanceId } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import { keys } from "../store/keys.ts";
import type { Item, Table } from "../store/table.ts";

/**
 * The network's answer for a number. It is stored for a week. If the number exists on the network, `phone` is the
 * network's form of it.
 */
export interface CheckedForm {
  on_messenger: boolean;
  phone: string;
}

/**
 * Returns the answer stored in an item, or null if there is none or it has expired. @param phone the number that the
 * item was read for.
 */
export function checkedForm(item: Item | null, phone: string, now: Date): CheckedForm | null {
  if (!item || Number(item.ttl) * 1000 <= now.getTime()) return null;
  const form = typeof item.phone === "string" ? item.phone : phone;
  return { phone: form, on_messenger: item.on_messenger === true };
}

/**
 * Stores the network's answer for a number under both of its forms. A crash between the two writes costs one extra
 * query.
 */
export async function keepChecked(
  table: Table,
  instance: InstanceId,
  asked: string,
  { phone, on_messenger }: CheckedForm,
  now: Date,
): Promise<void> {
  const ttl = Math.floor((now.getTime() + LIMITS.checkKeptDays * DAY_MS) / 1000);
  for (const form of new Set([asked, phone]))
    await table.write({ put: { ...keys.checkedNumber(instance, form), phone, on_messenger, ttl } });
}
