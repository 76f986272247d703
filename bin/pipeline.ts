import { join } from "node:path";
import { ROOT } from "../build/bundle.ts";
import { pipelineApp } from "../lib/pipeline-app.ts";

/**
 * Synthesizes the pipeline's stack for the `cdk` command: `npx cdk deploy --app "node bin/pipeline.ts" -c
 * repository=owner/name`. Only needed by operators who deploy from GitHub.
 */
try {
  pipelineApp({ outdir: process.env.CDK_OUTDIR ?? join(ROOT, "cdk.out", "pipeline") }).app.synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
