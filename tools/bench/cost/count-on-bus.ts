import type { Bill } from "../support/bill.ts";
import { startCounted } from "../support/counted-gateway.ts";
import { cheapest, receiveText, replyLife, replyOnline } from "../support/flows.ts";

/** Counts in a separate process, which runs its own gateway, and reports to its parent. */
async function count(): Promise<Bill> {
  const gateway = await startCounted({ webhook: true, eventsToBus: true });
  try {
    // The first of each loads what later ones have in memory.
    await receiveText(gateway);
    await replyLife(gateway);
    return await cheapest(() => replyOnline(gateway));
  } finally {
    await gateway.stop();
  }
}

const bill = await count();
process.send?.(bill, () => process.exit(0));
