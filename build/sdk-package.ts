import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const SDK = fileURLToPath(new URL("../clients/sdk/", import.meta.url));
const TSC = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));

/**
 * Builds the SDK's published files in `<sdk>/dist`: one for `import` and one for `require`, each with its types.
 * @returns the size of each bundle in bytes. @throws if the types can't be built.
 */
export async function buildSdk(): Promise<Record<"esm" | "cjs", number>> {
  rmSync(`${SDK}dist`, { recursive: true, force: true });
  const options = {
    entryPoints: [`${SDK}src/index.ts`],
    bundle: true,
    minify: true,
    keepNames: true,
    target: "es2022",
  };
  for (const format of ["esm", "cjs"] as const) {
    // Deliberately built for browsers, because Deno, Bun, and Workers must be able to run the SDK without any Node
    // modules.
    await build({ ...options, format, platform: "browser", outfile: `${SDK}dist/${format}/index.js` });
  }
  const types = [
    "--project",
    SDK,
    "--noEmit",
    "false",
    "--declaration",
    "--emitDeclarationOnly",
    "--outDir",
    `${SDK}dist/esm`,
  ];
  const made = spawnSync(process.execPath, [TSC, ...types], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(`The SDK's types could not be made:\n${made.stdout}${made.stderr}`);
  nameDeclarations(`${SDK}dist/esm`);
  mkdirSync(`${SDK}dist/cjs`, { recursive: true });
  cpSync(`${SDK}dist/esm`, `${SDK}dist/cjs`, { recursive: true, filter: (path) => !path.endsWith("index.js") });
  writeFileSync(`${SDK}dist/cjs/package.json`, '{ "type": "commonjs" }\n');
  return { esm: sizeOf("esm"), cjs: sizeOf("cjs") };
}

/**
 * Changes `.ts` to `.js` in the imports of the type declarations, because the published package contains `.js` files
 * with matching `.d.ts` files.
 */
function nameDeclarations(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".d.ts")) continue;
    const text = readFileSync(`${folder}/${name}`, "utf8");
    writeFileSync(`${folder}/${name}`, text.replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
  }
}

const sizeOf = (format: string) => readFileSync(`${SDK}dist/${format}/index.js`).byteLength;
