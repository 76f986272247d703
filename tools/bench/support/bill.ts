import type { AwsCall, TableUse } from "../../../local/aws/service/service.ts";
import { whatOf } from "./table-place.ts";

/** The consumption of a piece of work: capacity units by the kind of item read or written, and requests by name. */
export interface Bill {
  write: Record<string, number>;
  read: Record<string, number>;
  /** Requests, in the units in which they are billed: entries for the bus, invocations for a function. */
  calls: Record<string, number>;
}

export const emptyBill = (): Bill => ({ write: {}, read: {}, calls: {} });

const add = (to: Record<string, number>, name: string, by: number) => {
  if (by !== 0) to[name] = (to[name] ?? 0) + by;
};

export const total = (of: Record<string, number>): number => Object.values(of).reduce((sum, one) => sum + one, 0);

/** Returns the total units of all writes and of all reads. */
export const unitsOf = (bill: Bill) => ({ write: total(bill.write), read: total(bill.read) });

/** Multiplies each line of `bill` by `by`. */
export function scaled(bill: Bill, by: number): Bill {
  const times = (of: Record<string, number>) => Object.fromEntries(Object.entries(of).map(([k, v]) => [k, v * by]));
  return { write: times(bill.write), read: times(bill.read), calls: times(bill.calls) };
}

/** Requests to the table, which are billed by units rather than by number. */
const TABLE_ACTIONS = new Set([
  "GetItem",
  "BatchGetItem",
  "Query",
  "PutItem",
  "UpdateItem",
  "DeleteItem",
  "TransactWriteItems",
]);

/**
 * Adds consumption that is caused by work. Heartbeats, sweeps and polls that find nothing are left out, because their
 * cost accrues by the hour. Calls to the stream's function count as requests under their own name. Lambda's reads of
 * the table's stream are free.
 */
export function addCall(bill: Bill, call: AwsCall): void {
  for (const use of call.uses) addUse(bill, use);
  if (TABLE_ACTIONS.has(call.action)) return;
  if (call.action === "ReceiveMessage") {
    const messages = call.output?.Messages;
    if (!Array.isArray(messages)) return; // it found nothing
    add(bill.calls, call.action, 1);
    const lambda = LAMBDA_OF[queueOf(call) ?? ""];
    if (lambda) add(bill.calls, lambda, messages.length);
    return;
  }
  if (call.action === "PutEvents") {
    add(bill.calls, call.action, Array.isArray(call.input.Entries) ? call.input.Entries.length : 1);
    return;
  }
  add(bill.calls, call.action, 1);
}

const LAMBDA_OF: Record<string, string> = {
  "endpoint-lanes": "Lambda work-endpoint-lane",
  "chat-lanes": "Lambda work-chat-lane",
};

const queueOf = (call: AwsCall) =>
  String(call.input.QueueUrl ?? "")
    .split("/")
    .at(-1);

function addUse(bill: Bill, use: TableUse): void {
  const what = whatOf(use);
  if (what !== null) add(bill[use.kind], what, use.units);
}

/** Returns the sum of all bills. */
export function sumOf(bills: Bill[]): Bill {
  const sum = emptyBill();
  for (const bill of bills) {
    for (const part of ["write", "read", "calls"] as const) {
      for (const [name, by] of Object.entries(bill[part])) add(sum[part], name, by);
    }
  }
  return sum;
}
