import { idleBill } from "../../../lib/idle-bill/idle-bill.ts";
import { synthesised } from "../../../test/lib/synthesised.ts";
import type { Costs } from "../cost.ts";
import { DAY_OF_A_NUMBER, FIXED, PRICES } from "../prices.ts";
import { dollarsOf } from "./dollars.ts";
import { keyDollars } from "./key-requests.ts";

/** The monthly cost of a deployment, in USD. */
export interface Month {
  numbers: number;
  messages: number;
  storage: number;
  /** The cost of unwrapping data keys. */
  keys: number;
  tasks: number;
  fixed: number;
  sum: number;
}

const DAYS = 30;
const GB = 2 ** 30;
/**
 * The number of bytes that a message takes up in the table for 30 days: the message itself, its network id and its
 * events.
 */
const STORED = { reply: 5_500, first: 3_000, received: 3_000, image: 3_000 } as const;
const IMAGE_BYTES = 1_000_000;

/** Returns the monthly cost for `numbers` linked numbers, each with the traffic in `DAY_OF_A_NUMBER`. */
export function monthOf(numbers: number, costs: Pick<Costs, "reply" | "first" | "text" | "image">): Month {
  const day = DAY_OF_A_NUMBER;
  const messages =
    numbers *
    DAYS *
    (day.replies * dollarsOf(costs.reply).sum +
      day.first * dollarsOf(costs.first).sum +
      day.received * dollarsOf(costs.text).sum +
      day.images * dollarsOf(costs.image).sum);
  const tableBytes =
    numbers *
    DAYS *
    (day.replies * STORED.reply +
      day.first * STORED.first +
      day.received * STORED.received +
      day.images * STORED.image);
  const fileBytes = numbers * DAYS * day.images * IMAGE_BYTES;
  const storage =
    (tableBytes / GB) * (PRICES.tableGbMonth + PRICES.restorePointGbMonth) + (fileBytes / GB) * PRICES.s3GbMonth;
  const count = Math.max(FIXED.tasksAtLeast, Math.ceil(numbers / FIXED.numbersATask));
  const idle = idleBill(Object.values(synthesised("prod")).map(({ resources }) => ({ Resources: resources })));
  const partOf = (name: string) => idle.lines.find(({ part }) => part === name)?.usd ?? 0;
  const ofTasks = partOf("Session tasks") + partOf("Public addresses");
  const tasks = (count / FIXED.tasksAtLeast) * ofTasks;
  // Each additional task beats and checks just like the two tasks in the idle bill.
  const further = (count / FIXED.tasksAtLeast - 1) * partOf("Heartbeats and looks");
  const fixed = idle.usd - ofTasks + further;
  const keys = keyDollars(numbers);
  return { numbers, messages, storage, keys, tasks, fixed, sum: messages + storage + keys + tasks + fixed };
}
