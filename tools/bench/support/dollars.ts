import { ASSUMED, PRICES, REQUEST_PRICES } from "../prices.ts";
import { type Bill, unitsOf } from "./bill.ts";

/** The parts of a bill, in USD. */
export interface Dollars {
  table: number;
  queues: number;
  functions: number;
  other: number;
  sum: number;
}

const QUEUE = /Message/;
const FUNCTION = /^Lambda /;

/** Returns the cost of a bill. @throws if a request in it has no price. */
export function dollarsOf(bill: Bill): Dollars {
  const units = unitsOf(bill);
  const dollars: Dollars = {
    table: units.write * PRICES.writeUnit + units.read * PRICES.readUnit,
    queues: 0,
    functions: 0,
    other: 0,
    sum: 0,
  };
  for (const [name, count] of Object.entries(bill.calls)) {
    const price = REQUEST_PRICES[name];
    if (price === undefined) throw new Error(`tools/bench/prices.ts has no price for ${name}.`);
    const cost = count * price;
    if (QUEUE.test(name)) dollars.queues += cost;
    else if (FUNCTION.test(name)) dollars.functions += cost + count * (runCost(name) + logCost());
    else dollars.other += cost;
  }
  dollars.sum = dollars.table + dollars.queues + dollars.functions + dollars.other;
  return dollars;
}

const runCost = (name: string) => {
  const ms = ASSUMED.runMs[name];
  if (ms === undefined) throw new Error(`tools/bench/prices.ts does not say how long ${name} runs.`);
  return (ms / 1_000) * ASSUMED.functionMemoryGb * PRICES.lambdaGbSecond;
};

const logCost = () => (ASSUMED.logBytesACall / 2 ** 30) * PRICES.logGb;
