import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { buildPanel, PANEL_DIST } from "../build/build-panel.ts";
import { BUNDLE_LIMIT_BYTES, bundleHandlers, ROOT } from "../build/bundle.ts";
import { buildReference, REFERENCE_DIST } from "../build/reference/build-reference.ts";
import { gatewayApp, hasPanel } from "../lib/gateway-app.ts";
import { idleBill } from "../lib/idle-bill/idle-bill.ts";
import type { BilledTemplate } from "../lib/idle-bill/template.ts";
import { PRICES_KNOWN, UNCHECKED } from "../lib/prices.ts";
import { SettingsError } from "../lib/settings-error.ts";
import { ALL_FUNCTIONS } from "../lib/wiring.ts";

/**
 * Builds the panel and the API reference if the stage has a panel, bundles the functions and synthesizes the stacks,
 * for `npm run synth` and the `cdk` command. Makes no network requests and needs no credentials. The stage is the
 * context value `stage` (`cdk deploy -c stage=dev`).
 */
const started = performance.now();
const outdir = process.env.CDK_OUTDIR ?? join(ROOT, "cdk.out");
const context = contextArguments();
const isPanelMade = saidPlainly(() => hasPanel(context));
if (isPanelMade) {
  await buildPanel((line) => console.error(line));
  buildReference();
}
const bundles = await bundleHandlers(join(ROOT, "dist", "functions"), ALL_FUNCTIONS);
const { app, config } = saidPlainly(() =>
  gatewayApp({
    outdir,
    bundles,
    context,
    ...(isPanelMade && { panelFolder: PANEL_DIST, referenceFolder: REFERENCE_DIST }),
  }),
);
const assembly = app.synth();

// The cdk command expects human-readable messages on standard error.
for (const { name, sizeBytes } of bundles) console.error(`${name.padEnd(22)} ${kilobytes(sizeBytes)} KB`);
const above = bundles.filter(({ sizeBytes }) => sizeBytes > BUNDLE_LIMIT_BYTES).length;
console.error(`Above${kilobytes(BUNDLE_LIMIT_BYTES)} KB: ${above} of ${bundles.length}.`);
for (const stack of assembly.stacks) {
  const resources = Object.keys(stack.template.Resources ?? {}).length;
  console.error(`${stack.stackName.padEnd(32)} ${String(resources).padStart(4)} resources`);
}
printIdleBill(assembly.stacks.map(({ template }) => template));
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.error(`Stage ${config.stage}: templates in ${relative(process.cwd(), outdir) || "."} after ${seconds} s.`);

/**
 * Prints the estimated AWS bill for a month without messages. @param templates the templates synthesized by the CDK, as
 * JSON.
 */
function printIdleBill(templates: BilledTemplate[]): void {
  const { lines, usd, unpriced } = idleBill(templates);
  const { region, month } = PRICES_KNOWN;
  console.error(`Cost of an idle month, USD (${region}, ${month}; lib/prices.ts lists the source of each price):`);
  for (const line of [...lines, { part: "together", usd }])
    console.error(`${line.part.padEnd(22)} ${line.usd.toFixed(2).padStart(8)}`);
  console.error(`Prices without a source, from memory: a ${UNCHECKED.join("; a ")}.`);
  for (const resource of unpriced) console.error(`not included, because its price is not known: ${resource}`);
}

/**
 * Parses `-c key=value`, as in `npm run synth -- -c stage=prod`. The cdk command passes its own context differently.
 */
function contextArguments(): Record<string, string> {
  const { values } = parseArgs({ options: { context: { type: "string", short: "c", multiple: true, default: [] } } });
  return Object.fromEntries(values.context.map((one) => [one.split("=", 1)[0], one.slice(one.indexOf("=") + 1)]));
}

function kilobytes(bytes: number): string {
  return String(Math.round(bytes / 1000)).padStart(4);
}

/** If the stage's settings are wrong, prints a single sentence and exits with code 1. */
function saidPlainly<T>(of: () => T): T {
  try {
    return of();
  } catch (error) {
    // Any other error is a bug in our code, so show it in full.
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
