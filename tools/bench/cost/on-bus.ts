import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Bill } from "../support/bill.ts";

/**
 * Counts the requests for a reply whose events also go to the bus. Runs in a separate process, because a process can
 * only host the embedded services of a single gateway.
 */
export async function replyOnBus(): Promise<Bill> {
  const child = fork(fileURLToPath(new URL("./count-on-bus.ts", import.meta.url)), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    child.once("message", (bill) => resolve(bill as Bill)); // of our own child
    child.once("exit", () => reject(new Error("The counting ended without a count; its own lines above say why.")));
  });
}
