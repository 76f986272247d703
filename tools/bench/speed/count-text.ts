import { startCounted } from "../support/counted-gateway.ts";
import { receiveText, replyLife } from "../support/flows.ts";
import { receivedTextWay, sentTextWay, shortestWay } from "../support/text-ways.ts";
import { acceptingCalls } from "./accepting.ts";
import type { Counts } from "./counts.ts";

/**
 * The number of runs. A single run isn't enough, because a busy machine may check a lane an extra time. This process
 * counts requests and doesn't time them.
 */
const TIMES = 4;

/** Runs in a separate process with its own gateway, counts, and reports the result to its parent. */
async function count(): Promise<Counts> {
  const gateway = await startCounted({ webhook: true });
  try {
    // The first call of each kind loads data that later calls have in memory.
    await receiveText(gateway);
    await replyLife(gateway);
    const sent = await shortestWay(() => sentTextWay(gateway), TIMES);
    const received = await shortestWay(() => receivedTextWay(gateway), TIMES);
    const accepting = await acceptingCalls(gateway);
    const { account, instance } = gateway;
    return { sent, received, accepting, account, instance };
  } finally {
    await gateway.stop();
  }
}

const counts = await count();
process.send?.(counts, () => process.exit(0));
