import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { BUNDLE_TARGET_BYTES, bundleHandlers, ROOT } from "../build/bundle.ts";
import { gatewayApp } from "../lib/gateway-app.ts";
import { FUNCTIONS } from "../lib/wiring.ts";

/**
 * Bundles the functions and synthesises the stacks, for `npm run synth` and the `cdk` command. Reaches nothing outside
 * this machine and needs no credentials. The stage is the context value `stage` (`cdk deploy -c stage=dev`).
 */
const started = performance.now();
const outdir = process.env.CDK_OUTDIR ?? join(ROOT, "cdk.out");
const bundles = await bundleHandlers(join(ROOT, "dist", "functions"), FUNCTIONS);
const { app, config } = gatewayApp({ outdir, bundles, context: contextArguments() });
const assembly = app.synth();

// Standard error is where the cdk command expects words for people.
for (const { name, sizeBytes } of bundles) console.error(`${name.padEnd(22)} ${kilobytes(sizeBytes)} KB`);
const above = bundles.filter(({ sizeBytes }) => sizeBytes > BUNDLE_TARGET_BYTES).length;
console.error(`Above the target of${kilobytes(BUNDLE_TARGET_BYTES)} KB: ${above} of ${bundles.length}.`);
for (const stack of assembly.stacks) {
  const resources = Object.keys(stack.template.Resources ?? {}).length;
  console.error(`${stack.stackName.padEnd(32)} ${String(resources).padStart(4)} resources`);
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.error(`Stage ${config.stage}: templates in ${relative(process.cwd(), outdir) || "."} after ${seconds} s.`);

/** Reads `-c key=value`, for `npm run synth -- -c stage=prod`; the cdk command hands its own over otherwise. */
function contextArguments(): Record<string, string> {
  const { values } = parseArgs({ options: { context: { type: "string", short: "c", multiple: true, default: [] } } });
  return Object.fromEntries(values.context.map((one) => [one.split("=", 1)[0], one.slice(one.indexOf("=") + 1)]));
}

function kilobytes(bytes: number): string {
  return String(Math.round(bytes / 1000)).padStart(4);
}
