import { type PartReport, targetTable } from "./support/report.ts";
import { measureDeadUrl } from "./webhooks/dead-url.ts";
import { measureManyUrls } from "./webhooks/many-urls.ts";
import { measureOneUrl } from "./webhooks/one-url.ts";
import { startWebhookBench } from "./webhooks/world.ts";

const NOTE =
  "The delivery worker and the embedded table run in one process, with receivers on loopback. Percentages compare two " +
  "measurements from the same run.";

/** Runs `npm run bench -w tools -- webhooks`. */
export async function measureWebhooksPart(): Promise<PartReport> {
  const bench = await startWebhookBench();
  try {
    const parts: PartReport[] = [];
    for (const measure of [measureOneUrl, measureManyUrls, measureDeadUrl]) parts.push(await measure(bench));
    const targets = parts.flatMap((part) => part.targets);
    return { body: [NOTE, targetTable(targets), ...parts.map(({ body }) => body)].join("\n\n"), targets };
  } finally {
    await bench.stop();
  }
}
