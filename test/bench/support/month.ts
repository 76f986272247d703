import type { Costs } from "../cost.ts";
import { DAY_OF_A_NUMBER, FIXED, HOURS_A_MONTH, MINUTES_A_MONTH, PRICES } from "../prices.ts";
import { dollarsOf } from "./dollars.ts";

/** What a deployment costs in a month, USD. */
export interface Month {
  numbers: number;
  messages: number;
  storage: number;
  tasks: number;
  fixed: number;
  sum: number;
}

const DAYS = 30;
const GB = 2 ** 30;
/** Bytes that a message leaves in the table for 30 days: itself, its network id and its events. */
const STORED = { reply: 5_500, first: 3_000, received: 3_000, image: 3_000 } as const;
const IMAGE_BYTES = 1_000_000;

/** A month of so many numbers that do what `DAY_OF_A_NUMBER` says. */
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
  const taskHour =
    FIXED.taskVcpu * PRICES.fargateVcpuHour + FIXED.taskGb * PRICES.fargateGbHour + PRICES.publicAddressHour;
  const tasks = count * HOURS_A_MONTH * taskHour;
  const fixed = FIXED.flatUsd + polling() + heartbeats(count) + sweeps();
  return { numbers, messages, storage, tasks, fixed, sum: messages + storage + tasks + fixed };
}

/** Queues that are waited at whether or not anything comes. */
const polling = () =>
  (FIXED.shards + FIXED.lambdaPollers) * (60 / FIXED.longPollSec) * MINUTES_A_MONTH * PRICES.queueRequest;

/** Each task writes its beat and reads who lives and who owns what, every two seconds. */
const heartbeats = (tasks: number) => tasks * 30 * MINUTES_A_MONTH * (PRICES.writeUnit + 2 * PRICES.readUnit);

/** A read of each of the 32 index partitions and a function call, every minute. */
const sweeps = () =>
  MINUTES_A_MONTH * (16 * PRICES.readUnit + PRICES.writeUnit + PRICES.lambdaRequest + 0.25 * PRICES.lambdaGbSecond);
