import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";

/**
 * Generates clients/sdk/src/types.ts from docs/openapi.json. The generated file starts with a line containing that
 * document's hash, followed only by types.
 */
const input = new URL("../../docs/openapi.json", import.meta.url);
const out = new URL("../sdk/src/types.ts", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "sdk-types-"));
try {
  const text = readFileSync(input, "utf8");
  await createClient({
    input: withoutErrorAnswers(JSON.parse(text)),
    output: folder,
    plugins: ["@hey-api/typescript"],
    logs: { level: "error" },
  });
  const types = readFileSync(join(folder, "types.gen.ts"), "utf8").replace(/^\/\/.*\n/, "");
  const hash = createHash("sha256").update(text).digest("hex");
  writeFileSync(out, `// Made by \`npm run sdk:types\` from docs/openapi.json of SHA-256 ${hash}.\n${compact(types)}`);
  console.error("Wrote clients/sdk/src/types.ts.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Every error has one type, `Error`, which the SDK throws as a GatewayError, so no operation needs its own list. */
function withoutErrorAnswers(document) {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const status of Object.keys(operation.responses)) {
      if (status === "default" || Number(status) >= 400) delete operation.responses[status];
    }
  }
  document.components.responses = {};
  return document;
}

/** Puts one-line comments on one line, and drops fields that an operation does not take and empty request types. */
function compact(types) {
  return types
    .replaceAll(/\/\*\*\n\s*\* ([^\n]*)\n\s*\*\//g, "/** $1 */")
    .replaceAll(/\n {4}(?:body|path|query|headers)\?: never;/g, "")
    .replaceAll(/\nexport type \w+Data = \{(?:\n {4}path: \{(?:\n {8}.*)*\n {4}\};)?\n {4}url: .*\n\};\n/g, "")
    .replaceAll(/\n{2,}/g, "\n\n");
}
