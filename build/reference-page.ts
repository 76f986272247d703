import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PAGE_POLICY } from "./reference-page-policy.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** The description that the page is made from; a path from the project's root. */
const DESCRIPTION = "docs/openapi.json";
/**
 * Where the page is kept once it is made; not in git, because it is 3 MB and changes with each word of the description.
 */
const PAGE = "dist/api.html";

/** Environment that keeps the page's maker from prompting and from telemetry. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** The line of the page that says of which description it is made. */
function stampOf(description: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify(JSON.parse(description)))
    .digest("hex");
  return `<!-- made from ${DESCRIPTION}, sha256 ${hash} -->`;
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
  if (!whole.includes(HEAD)) throw new Error("The page has no <meta charset>: look at build/reference-page.ts.");
  return whole;
}

/**
 * The reference page: one file that needs no other and asks no host for anything. It is made when it is asked for and
 * there is none of the present description, which takes some seconds.
 * @throws one sentence with what the maker of the page said; the next one who asks tries again.
 */
export async function referencePage(): Promise<string> {
  const stamp = stampOf(await readFile(`${ROOT}${DESCRIPTION}`, "utf8"));
  const kept = await readFile(`${ROOT}${PAGE}`, "utf8").catch(() => null);
  if (kept?.split("\n", 2)[1] === stamp) return kept;
  // Another process may make it too: each writes a file of its own, and the last one to end is kept.
  const own = `${ROOT}${PAGE}.${randomUUID()}`;
  try {
    await mkdir(`${ROOT}dist`, { recursive: true });
    await run(`${ROOT}node_modules/.bin/redocly`, ["build-docs", DESCRIPTION, "--output", own, "--inlineBundle"], {
      cwd: ROOT,
      env: { ...process.env, ...QUIET },
    }).catch((error: { message: string; stderr?: string }) => {
      throw new Error(`The page could not be made: ${error.stderr || error.message}`);
    });
    // After the doctype, because a comment before it puts old browsers into another mode.
    const page = selfContained(await readFile(own, "utf8")).replace("\n", `\n${stamp}\n`);
    await writeFile(own, page);
    await rename(own, `${ROOT}${PAGE}`);
    return page;
  } finally {
    await rm(own, { force: true });
  }
}

const run = promisify(execFile);
