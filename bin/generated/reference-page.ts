import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

/** The description it is made from, and the page, from the project's root. */
const DESCRIPTION = "docs/openapi.json";
export const REFERENCE_PAGE = "docs/api.html";

/** Nothing is asked of or told to anybody else while the page is made. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** The first line of a page made from this description: a test compares it, which is quicker than making the page. */
export function pageStamp(description: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify(JSON.parse(description)))
    .digest("hex");
  return `<!-- made by npm run docs from ${DESCRIPTION}, sha256 ${hash} -->`;
}

/**
 * Writes the reference page: one file that needs no other and asks no host for anything.
 * @param root the project's folder, with a slash. @throws one sentence with what the maker of the page said.
 */
export function writeReferencePage(root: string): void {
  const { status, stderr, error } = spawnSync(
    "redocly",
    ["build-docs", DESCRIPTION, "--output", REFERENCE_PAGE, "--inlineBundle"],
    { cwd: root, encoding: "utf8", env: { ...process.env, ...QUIET } },
  );
  if (status !== 0) throw new Error(`The page could not be made: ${error?.message ?? stderr}`);
  const page = readFileSync(`${root}${REFERENCE_PAGE}`, "utf8");
  const stamp = pageStamp(readFileSync(`${root}${DESCRIPTION}`, "utf8"));
  // Behind the doctype: a comment before it would put old browsers into another mode.
  writeFileSync(`${root}${REFERENCE_PAGE}`, page.replace("\n", `\n${stamp}\n`));
}
