import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PAGE_POLICY } from "./reference-page-policy.ts";
import type { SampledDocument } from "./samples/sampled-request.ts";
import { withSamples } from "./samples/with-samples.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The path of the API description that the page is built from, relative to the project root. */
const DESCRIPTION = "docs/openapi.json";
/**
 * The path at which the built page is cached. The page isn't in git, because it takes 3 MB and changes with every edit
 * to the description.
 */
const PAGE = "dist/api.html";

/** Environment variables that keep the page's builder from prompting and from sending telemetry. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** Returns the line in the page that identifies the description and the samples it was built from. */
function stampOf(described: string): string {
  const hash = createHash("sha256").update(described).digest("hex");
  return `<!-- made from ${DESCRIPTION}, sha256 ${hash} -->`;
}

/**
 * An image with the name of the page's builder. It replaces the logo that the page would load from the builder's host.
 */
const MAKER = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="14"><text y="11" font-family="sans-serif" font-size="11" fill="#555">Redocly</text></svg>',
)}`;

/**
 * Inserted at the top of the page's head: a policy that limits what can be loaded, an empty icon so that the browser
 * requests none, and styles that keep code from breaking across lines.
 */
const HEAD = `
  <meta http-equiv="Content-Security-Policy" content="${PAGE_POLICY}" />
  <link rel="icon" href="data:," />
  <style>
    code { word-break: normal !important; overflow-wrap: break-word !important; }
    td code { white-space: nowrap !important; }
  </style>`;

/**
 * Removes everything that the page's script would load from the builder's hosts (a logo, icons, telemetry).
 * @throws one sentence if the page has an unexpected form, for instance because it comes from another version of the
 * builder.
 */
export function selfContained(page: string): string {
  const whole = page
    .replace(/<meta charset=[^>]*>/, (found) => `${found}${HEAD}`)
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo[\w-]*\.svg/g, MAKER)
    .replaceAll(/https:\/\/(?:cdn|otel\.cloud)\.redocly\.com(?:\/[\w./-]*)?/g, "data:,");
  if (!whole.includes(HEAD))
    throw new Error("The page has no <meta charset>: look at build/reference/reference-page.ts.");
  return whole;
}

/**
 * Returns the reference page as a single file that needs no other files and contacts no host. If no page exists for the
 * current description, builds one first, which takes a few seconds.
 * @throws one sentence with the builder's error; the next request tries again.
 */
export async function referencePage(): Promise<string> {
  const document = JSON.parse(await readFile(`${ROOT}${DESCRIPTION}`, "utf8")) as SampledDocument;
  const described = JSON.stringify(withSamples(document));
  const stamp = stampOf(described);
  const kept = await readFile(`${ROOT}${PAGE}`, "utf8").catch(() => null);
  if (kept?.split("\n", 2)[1] === stamp) return kept;
  // Another process could be building the page at the same time, so each writes to its own file, and the last to finish
  // wins.
  const own = `${ROOT}${PAGE}.${randomUUID()}`;
  const source = `${own}.json`;
  try {
    await mkdir(`${ROOT}dist`, { recursive: true });
    await writeFile(source, described);
    await run(`${ROOT}node_modules/.bin/redocly`, ["build-docs", source, "--output", own, "--inlineBundle"], {
      cwd: ROOT,
      env: { ...process.env, ...QUIET },
    }).catch((error: { message: string; stderr?: string }) => {
      throw new Error(`The page could not be made: ${error.stderr || error.message}`);
    });
    // Placed after the doctype, because a comment before the doctype switches old browsers to quirks mode.
    const page = selfContained(await readFile(own, "utf8")).replace("\n", `\n${stamp}\n`);
    await writeFile(own, page);
    await rename(own, `${ROOT}${PAGE}`);
    return page;
  } finally {
    await Promise.all([own, source].map((path) => rm(path, { force: true })));
  }
}

const run = promisify(execFile);
