import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const PACKAGE = fileURLToPath(new URL("../clients/n8n/", import.meta.url));

/**
 * Builds the published package of n8n nodes in `<package>/dist`. It contains one file for each node and credential,
 * which n8n loads and which includes all of our code, plus the other files that n8n reads: icons, and descriptions of
 * the nodes for n8n's search. The code isn't minified, because n8n's reviewers and users read it.
 * @returns the size of each file in bytes, by name.
 */
export async function buildN8n(): Promise<Record<string, number>> {
  const dist = `${PACKAGE}dist`;
  rmSync(dist, { recursive: true, force: true });
  const { n8n } = JSON.parse(readFileSync(`${PACKAGE}package.json`, "utf8")) as {
    n8n: { nodes: string[]; credentials: string[] };
  };
  const outputs = [...n8n.credentials, ...n8n.nodes];
  await build({
    entryPoints: outputs.map((path) => ({
      in: `${PACKAGE}${path.replace(/^dist\//, "").replace(/\.js$/, ".ts")}`,
      out: path.replace(/^dist\//, "").replace(/\.js$/, ""),
    })),
    outdir: dist,
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    external: ["n8n-workflow"],
  });
  // package.json declares the sources as modules, but n8n requires CommonJS files.
  writeFileSync(`${dist}/package.json`, '{ "type": "commonjs" }\n');
  cpSync(`${PACKAGE}icons`, `${dist}/icons`, { recursive: true });
  for (const path of n8n.nodes) {
    const codex = path.replace(/^dist\//, "").replace(/\.js$/, ".json");
    mkdirSync(dirname(`${dist}/${codex}`), { recursive: true });
    copyFileSync(`${PACKAGE}${codex}`, `${dist}/${codex}`);
  }
  return Object.fromEntries(outputs.map((path) => [basename(path), readFileSync(`${PACKAGE}${path}`).byteLength]));
}
