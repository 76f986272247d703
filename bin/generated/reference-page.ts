import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { PAGE_POLICY } from "./page-policy.ts";

/** The description that the page is made from, and the page; paths from the project's root. */
const DESCRIPTION = "docs/openapi.json";
/** Path of the API's reference page. */
export const REFERENCE_PAGE = "docs/api.html";

/** Environment that keeps the page's maker from prompting and from telemetry. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** Makes the first line of the page for this description. A test compares it, which is quicker than making the page. */
export function pageStamp(description: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify(JSON.parse(description)))
    .digest("hex");
  return `<!-- made by npm run docs from ${DESCRIPTION}, sha256 ${hash} -->`;
}

/** The name of the page's maker as a picture, in place of the one that the page would load from its host. */
const MAKER = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="14"><text y="11" font-family="sans-serif" font-size="11" fill="#555">Redocly</text></svg>',
)}`;

/**
 * Read before the rest of the page: the policy of what may be loaded, no icon to request from a host, and codes in one
 * piece.
 */
const HEAD = `
  <meta http-equiv="Content-Security-Policy" content="${PAGE_POLICY}" />
  <link rel="icon" href="data:," />
  <style>
    code { word-break: normal !important; overflow-wrap: break-word !important; }
    td code { white-space: nowrap !important; }
  </style>`;

/**
 * Takes out of the page everything that its script would load from the maker's hosts (a logo, icons, telemetry).
 * @throws one sentence when the page is written in another way, as another version of the maker may do.
 */
export function selfContained(page: string): string {
  const whole = page
    .replace(/<meta charset=[^>]*>/, (found) => `${found}${HEAD}`)
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo[\w-]*\.svg/g, MAKER)
    .replaceAll(/https:\/\/(?:cdn|otel\.cloud)\.redocly\.com(?:\/[\w./-]*)?/g, "data:,");
  if (!whole.includes(HEAD))
    throw new Error("The page has no <meta charset>: look at bin/generated/reference-page.ts.");
  return whole;
}

/**
 * Writes the reference page: one self-contained file that requests nothing from any host.
 * @param root the project's folder, with a slash. @throws one sentence with the error of the page's maker.
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
  // After the doctype, because a comment before it puts old browsers into another mode.
  writeFileSync(`${root}${REFERENCE_PAGE}`, selfContained(page).replace("\n", `\n${stamp}\n`));
}
