import { chmodSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// Builds the published package in `dist`, because Node.js doesn't run TypeScript inside node_modules.
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const outdir = process.argv[2] ?? here("dist");
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: [here("src/cli.ts"), here("src/preload.ts")],
  outdir,
  bundle: true,
  // The network must be loaded after the Node.js version check, so it has to stay in a separate file.
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22",
  packages: "external",
});
chmodSync(`${outdir}/cli.js`, 0o755);
