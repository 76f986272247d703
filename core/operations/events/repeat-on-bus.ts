import type { AccountId } from "../../contracts/ids.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { idBound } from "../../domain/ulid-bound.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { type BusDeps, forwardToBus } from "./forward-to-bus.ts";

const PAGE_ITEMS = 100;

/** An account's events and notices from `from` up to, but not including, `to`. */
export interface BusSpan {
  account_id: AccountId;
  from: Date;
  to: Date;
}

/**
 * Puts the events of a time span on the bus again. Operators use it when the table's stream gave up on events or a
 * consumer lost them. Events that were already on the bus arrive twice.
 * @returns `left`, the number of events that the bus did not accept.
 */
export async function repeatOnBus(deps: BusDeps & { table: Table }, span: BusSpan) {
  const { account_id: account, from, to } = span;
  const sum = { forwarded: 0, left: 0 };
  const kinds = [
    { pk: keys.event(account, "").pk, prefix: ID_PREFIXES.event },
    { pk: keys.busNotice(account, "").pk, prefix: ID_PREFIXES.notice },
  ];
  for (const { pk, prefix } of kinds) {
    let start: { from: string } | { after: string } = { from: idBound(prefix, from) };
    for (;;) {
      const { items, more } = await deps.table.query({ pk, ...start, before: idBound(prefix, to), limit: PAGE_ITEMS });
      const left = items.length > 0 ? (await forwardToBus(deps, items)).length : 0;
      sum.forwarded += items.length - left;
      sum.left += left;
      const last = items.at(-1);
      if (!more || !last) break;
      start = { after: last.sk };
    }
  }
  return sum;
}
