import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";

/** Writes clients/sdk/src/types.ts from docs/openapi.json: types only, under the hash of the document. */
const input = new URL("../../docs/openapi.json", import.meta.url);
const out = new URL("../sdk/src/types.ts", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "sdk-types-"));
try {
  await createClient({
    input: input.pathname,
    output: folder,
    plugins: ["@hey-api/typescript"],
    logs: { level: "error" },
  });
  const types = readFileSync(join(folder, "types.gen.ts"), "utf8").replace(/^\/\/.*\n/, "");
  const hash = createHash("sha256").update(readFileSync(input)).digest("hex");
  writeFileSync(out, `// Made by \`npm run sdk:types\` from docs/openapi.json of SHA-256 ${hash}.\n${types}`);
  console.error("Wrote clients/sdk/src/types.ts.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
