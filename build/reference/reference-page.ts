import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PAGE_POLICY } from "./reference-page-policy.ts";
import type { SampledDocument } from "./samples/sampled-request.ts";
import { withSamples } from "./samples/with-samples.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The description that the page is built from, relative to the project root. */
const DESCRIPTION = "docs/openapi.json";
/** Where the built page is kept. Not in git, because it is 3 MB and changes with every word of the description. */
const PAGE = "dist/api.html";

/** Environment that keeps the page's builder from prompting and sending telemetry. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** Returns the line in the page that identifies the description it was built from, with its samples. */
function stampOf(described: string): string {
  const hash = createHash("sha256").update(described).digest("hex");
  return `<!-- made from ${DESCRIPTION}, sha256 ${hash} -->`;
}

/** The name of the page's builder as an image, instead of the one that the page would load from the builder's host. */
const MAKER = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="14"><text y="11" font-family="sans-serif" font-size="11" fill="#555">Redocly</text></svg>',
)}`;

/**
 * Precedes the rest of the page: the policy on what can be loaded, no icon to request from a host, and unbroken codes.
 */
const HEAD = `
  <meta http-equiv="Content-Security-Policy" content="${PAGE_POLICY}" />
  <link rel="icon" href="data:," />
  <style>
    code { word-break: normal !important; overflow-wrap: break-word !important; }
    td code { white-space: nowrap !important; }
  </style>`;

/**
 * Removes everything from the page that its script would load from the builder's hosts (a logo, icons, telemetry).
 * @throws one sentence if the page has another form, for instance from another version of the builder.
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
 * Returns the reference page as one file that needs no other file and calls no host. Builds it on request if there is
 * none for the current description, which takes some seconds.
 * @throws one sentence with the builder's error; the next request tries again.
 */
export async function referencePage(): Promise<string> {
  const document = JSON.parse(await readFile(`${ROOT}${DESCRIPTION}`, "utf8")) as SampledDocument;
  const described = JSON.stringify(withSamples(document));
  const stamp = stampOf(described);
  const kept = await readFile(`${ROOT}${PAGE}`, "utf8").catch(() => null);
  if (kept?.split("\n", 2)[1] === stamp) return kept;
  // Another process could be building the page too, so each writes its own file, and the last one to finish wins.
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
    // Comes after the doctype, because a comment before it puts old browsers into another mode.
    const page = selfContained(await readFile(own, "utf8")).replace("\n", `\n${stamp}\n`);
    await writeFile(own, page);
    await rename(own, `${ROOT}${PAGE}`);
    return page;
  } finally {
    await Promise.all([own, source].map((path) => rm(path, { force: true })));
  }
}

const run = promisify(execFile);
