import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { n8nCommunityNodesPlugin } from "@n8n/eslint-plugin-community-nodes";
import parser from "@typescript-eslint/parser";
import { ESLint } from "eslint";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const { recommended } = n8nCommunityNodesPlugin.configs;

/** Looks through files with n8n's rules; what it only warns of counts, too. */
async function lint(run) {
  const files = ["credentials/**/*.ts", "nodes/**/*.ts", "shared/**/*.ts", "package.json"];
  const eslint = new ESLint({
    cwd: PACKAGE,
    overrideConfigFile: true,
    overrideConfig: [
      { files, ...recommended, languageOptions: { parser, parserOptions: { extraFileExtensions: [".json"] } } },
    ],
  });
  const found = await run(eslint, files);
  return found.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message, line }) => `${filePath}:${line} ${ruleId}: ${message}`),
  );
}

test("n8n's rules for verified nodes find nothing", async () => {
  let looked = 0;
  const faults = await lint(async (eslint, files) => {
    const found = await eslint.lintFiles(files);
    looked = found.length;
    return found;
  });
  assert.deepEqual(faults, []);
  assert.ok(looked > 25, `${looked} files were looked at`);
});

test("n8n's rules find what is wrong", async () => {
  const text = "export const wait = () => { setTimeout(() => process.exit(), 1); };";
  const faults = await lint((eslint) => eslint.lintText(text, { filePath: `${PACKAGE}shared/wrong.ts` }));
  assert.equal(faults.filter((fault) => fault.includes("no-restricted-globals")).length, 2);
});
