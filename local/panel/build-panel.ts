import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PANEL = join(ROOT, "panel");
/** Where the built pages lie. */
export const PANEL_DIST = join(PANEL, "dist");
const MARK = ".made-of";

/** Everything that the pages are made of. */
const SOURCES = [
  "panel/src",
  "panel/public",
  "panel/index.html",
  "panel/vite.config.ts",
  "core/contracts",
  "package-lock.json",
];

/**
 * Builds the panel when its sources are others than those it was built of. Several builds at once do no harm: each puts
 * the whole in place at its end.
 * @returns whether it was built. @throws the builder's own words for pages that don't compile.
 */
export async function buildPanel(tell: (line: string) => void = () => undefined): Promise<boolean> {
  const wanted = fingerprint();
  if (existsSync(join(PANEL_DIST, MARK)) && readFileSync(join(PANEL_DIST, MARK), "utf8") === wanted) return false;
  tell("Building the panel …");
  const { build } = await import("vite");
  const made = join(PANEL, `dist.${process.pid}`);
  await build({
    root: PANEL,
    configFile: join(PANEL, "vite.config.ts"),
    logLevel: "error",
    build: { outDir: made, emptyOutDir: true },
  });
  writeFileSync(join(made, MARK), wanted);
  const before = `${PANEL_DIST}.${process.pid}.old`;
  if (existsSync(PANEL_DIST)) renameSync(PANEL_DIST, before);
  renameSync(made, PANEL_DIST);
  rmSync(before, { recursive: true, force: true });
  return true;
}

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) addTo(hash, join(ROOT, source), source);
  return hash.digest("hex");
}

function addTo(hash: ReturnType<typeof createHash>, path: string, name: string): void {
  if (!statSync(path).isDirectory()) {
    hash.update(`${name}\n`).update(readFileSync(path));
    return;
  }
  for (const entry of readdirSync(path).sort()) addTo(hash, join(path, entry), `${name}/${entry}`);
}
