import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const COMPILERS = ["5.4.5", "5.9.3", "6.0.3", "7.0.2"];
const NODE_TYPES = ["20", "22", "24", "26"];
const USE = fileURLToPath(new URL("./typed-use.txt", import.meta.url));
const STRICT = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true };

/**
 * Compiles code like a customer's against the packed SDK, with every compiler and every version of Node's types.
 * @param install creates a folder and installs packages into it. @returns a line for each combination.
 */
export function tryCompilers(folder: string, packed: string, install: (into: string, packages: string[]) => void) {
  const compilers = COMPILERS.map((version) => {
    const into = join(folder, `typescript-${version}`);
    install(into, [`typescript@${version}`]);
    return { version, tsc: join(into, "node_modules/typescript/bin/tsc") };
  });
  return NODE_TYPES.flatMap((types) => {
    const own = join(folder, `types-${types}`);
    install(own, [`@types/node@${types}`, packed]);
    mkdirSync(own, { recursive: true });
    for (const name of ["a.mts", "b.cts"]) copyFileSync(USE, join(own, name));
    const options = { ...STRICT, target: "es2022", module: "nodenext", lib: ["es2023"], types: ["node"] };
    writeFileSync(join(own, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["a.mts", "b.cts"] }));
    // Find the errors caused by Node's types alone, which aren't the SDK's fault.
    writeFileSync(join(own, "bare.mts"), 'import "node:http";\n');
    writeFileSync(join(own, "bare.json"), JSON.stringify({ compilerOptions: options, files: ["bare.mts"] }));
    return compilers.map(({ version, tsc }) => {
      const run = (project: string) =>
        spawnSync(process.execPath, [tsc, "-p", project], { cwd: own, encoding: "utf8" }).stdout;
      const name = `TypeScript ${version} with @types/node ${types}`;
      if (run("bare.json") !== "")
        return { name, failed: [], note: "these types do not compile without the SDK either" };
      const said = run("tsconfig.json");
      return { name, failed: said === "" ? [] : [said], note: null };
    });
  });
}
