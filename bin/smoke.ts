import { parseArgs } from "node:util";
import { askApi } from "../functions/canary/ask-api.ts";
import { askPanel } from "./smoke/panel-looks.ts";
import { runPanelSmoke, runSmoke } from "./smoke/run-smoke.ts";

/**
 * Tests a deployment by calling it the way customers do: `npm run smoke -- --url https://… [--key …] [--panel
 * https://…]`. The key can also be passed as SMOKE_KEY, which keeps it out of process lists. Exit code 0 means that
 * everything works.
 */
const OPTIONS = { url: { type: "string" }, key: { type: "string" }, panel: { type: "string" } } as const;

try {
  const { values } = parseArgs({ options: OPTIONS });
  if (!values.url) throw new Error("--url is missing. Use the stack's output ApiUrl, or the address of your domain.");
  const key = values.key || process.env.SMOKE_KEY || null;
  const results = [
    ...(await runSmoke(askApi(values.url), key)),
    ...(values.panel ? await runPanelSmoke(askPanel(values.panel)) : []),
  ];
  for (const { name, fault } of results) {
    if (fault === null) console.log(`works: ${name}`);
    else console.error(`does not work: ${name}: ${fault}`);
  }
  if (key === null) console.log("Without a key, nothing was read from the table. Set SMOKE_KEY.");
  process.exitCode = results.some(({ fault }) => fault !== null) ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
