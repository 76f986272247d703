import { parentPort, workerData } from "node:worker_threads";
import { lambdaContext } from "../../../local/system/lambda-context.ts";
import type { Asked, Told } from "./function-thread.ts";

/**
 * A separate thread for a function's bundle, with only that function's variables, similar to Lambda's separate
 * machines.
 */
const { handler } = (await import((workerData as { url: string }).url)) as {
  handler: (event: unknown, context: unknown) => Promise<unknown>; // every bundle exports one
};

parentPort?.on("message", async ({ id, event }: Asked) => {
  const tell = (told: Told) => parentPort?.postMessage(told);
  try {
    tell({ id, answer: (await handler(event, lambdaContext(`deployed-${id}`))) ?? null });
  } catch (error) {
    tell({ id, failed: error instanceof Error ? error.message : String(error) });
  }
});
