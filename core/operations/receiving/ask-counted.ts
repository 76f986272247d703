import type { InstanceId } from "../../contracts/ids.ts";
import { checkedForm, keepChecked } from "../../records/checked-number.ts";
import { instanceRecords } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { checkDay, takeChecks } from "../protection/take-checks.ts";
import type { FormsQuestion } from "./ask-forms.ts";

/**
 * Wraps a query for the network's forms of phone numbers so that it counts toward the daily look-up limit; otherwise it
 * would be unlimited. Results from the last week are reused. If too few look-ups are left today, the query is skipped,
 * and numbers without a cached result keep their original form. Spec: Limits; docs/decisions/0166.
 */
export const countedQuestion =
  ({ table, now }: { table: Table; now: Date }, instance: InstanceId, question: FormsQuestion): FormsQuestion =>
  async (phones) => {
    const items = await table.getMany(phones.map((phone) => keys.checkedNumber(instance, phone)));
    const told = new Map<string, string | null>();
    for (const phone of phones) {
      const { pk, sk } = keys.checkedNumber(instance, phone);
      const kept = checkedForm(items.find((item) => item.pk === pk && item.sk === sk) ?? null, phone, now);
      if (kept) told.set(phone, kept.on_messenger ? kept.phone : null);
    }
    const open = phones.filter((phone) => !told.has(phone));
    const record = open.length === 0 ? null : await instanceRecords.read(table, instance);
    if (record === null) return told;
    const day = await checkDay(table, record, now);
    if ((await takeChecks(table, day, now, open.length)) === null) return told;
    const answers = await question(open);
    for (const phone of open) {
      const form = answers.get(phone) ?? null;
      told.set(phone, form);
      await keepChecked(table, instance, phone, { phone: form ?? phone, on_messenger: form !== null }, now);
    }
    return told;
  };
