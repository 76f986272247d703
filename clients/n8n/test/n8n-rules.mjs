import { fileURLToPath } from "node:url";
import { n8nCommunityNodesPlugin } from "@n8n/eslint-plugin-community-nodes";
import parser from "@typescript-eslint/parser";
import { ESLint } from "eslint";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

const { recommended } = n8nCommunityNodesPlugin.configs;
const PARSED = { parser, parserOptions: { extraFileExtensions: [".json"] } };

/**
 * Checks the package's files against n8n's lint rules for verified nodes. Warnings count as errors.
 * @returns the number of files checked, and all errors found.
 */
export async function judge(files, text) {
  const eslint = new ESLint({
    cwd: PACKAGE,
    overrideConfigFile: true,
    ignorePatterns: ["!dist/"],
    overrideConfig: [
      { files, ...recommended, languageOptions: PARSED, rules: { ...recommended.rules, "no-console": "error" } },
    ],
  });
  const found = text ? await eslint.lintText(text, { filePath: files[0] }) : await eslint.lintFiles(files);
  const faults = found.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message, line }) => `${filePath}:${line} ${ruleId}: ${message}`),
  );
  return { looked: found.length, faults };
}
