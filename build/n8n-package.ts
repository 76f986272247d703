import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const PACKAGE = fileURLToPath(new URL("../clients/n8n/", import.meta.url));

/**
 * Builds the published package of n8n nodes in `<package>/dist`: for each node and credential, one file that n8n
 * requires, containing all of our code, and next to it the files that n8n reads: icons and the nodes' descriptions for
 * its search. Not minified, because n8n's reviewers and users read it.
 * @returns the bytes of each file, by name.
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
  // The sources are declared as modules in package.json; what n8n requires isn't one.
  writeFileSync(`${dist}/package.json`, '{ "type": "commonjs" }\n');
  cpSync(`${PACKAGE}icons`, `${dist}/icons`, { recursive: true });
  for (const path of n8n.nodes) {
    const codex = path.replace(/^dist\//, "").replace(/\.js$/, ".json");
    mkdirSync(dirname(`${dist}/${codex}`), { recursive: true });
    copyFileSync(`${PACKAGE}${codex}`, `${dist}/${codex}`);
  }
  return Object.fromEntries(outputs.map((path) => [basename(path), readFileSync(`${PACKAGE}${path}`).byteLength]));
}
