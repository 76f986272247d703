import type { Bill } from "../support/bill.ts";
import { startCounted } from "../support/counted-gateway.ts";
import { cheapest, receiveText, replyLife, replyOnline } from "../support/flows.ts";

/** Runs in a separate process with its own gateway, counts, and reports the result to its parent. */
async function count(): Promise<Bill> {
  const gateway = await startCounted({ webhook: true, eventsToBus: true });
  try {
    // The first call of each kind loads data that later calls have in memory.
    await receiveText(gateway);
    await replyLife(gateway);
    return await cheapest(() => replyOnline(gateway));
  } finally {
    await gateway.stop();
  }
}

const bill = await count();
process.send?.(bill, () => process.exit(0));
