import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fingerprint } from "../fingerprint.ts";
import { GUIDES_PLACE, writeGuides } from "./guides.ts";
import { REFERENCE_PLACE } from "./operation-links.ts";
import { PANEL_LINK, pageHead } from "./page-head.ts";
import type { SampledDocument } from "./samples/sampled-request.ts";
import { withSamples } from "./samples/with-samples.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** The folder of the built reference and guides. Each file's path in the folder matches its address. */
export const REFERENCE_DIST = join(ROOT, "dist/reference");
const MARK = ".made-of";

/** The API description that the page displays. */
const DESCRIPTION = "docs/openapi.json";
/** All sources of the pages. */
const SOURCES = [DESCRIPTION, "build/reference", "docs/guides", "package-lock.json"];
/** The page's own script and style. */
const PAGE = join(ROOT, "build/reference/page");
/** The path under which file names contain a hash of the file's content. */
const ASSETS = `${REFERENCE_PLACE}/assets`;

/** The start of the page, shown before the description's own introduction. */
const INTRODUCTION = `How to do a thing from its beginning to its end is in the [guides](${GUIDES_PLACE}/index). Here is every request, and each can be tried: enter an API key at "Authentication". It stays in this page's memory and is gone when you load the page again.

`;

/**
 * Builds the reference and the guides if their sources have changed since the last build: the reference's page, its
 * script and style, the description with samples, the library that renders it, and the guides' pages. Concurrent builds
 * are safe because each swaps in its complete result at the end.
 * @param folder the destination, for tests.
 * @returns whether the reference was built. @throws a one-sentence error if the library is not installed.
 */
export function buildReference(folder = REFERENCE_DIST): boolean {
  const wanted = fingerprint(SOURCES);
  if (builtOf(folder) === wanted) return false;
  const made = `${folder}.${process.pid}`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(join(made, ASSETS), { recursive: true });
  const library = copyLibrary(made);
  const page = pageOf({
    style: writeHashed(made, "reference.css", readFileSync(join(PAGE, "reference.css"), "utf8")),
    script: writeHashed(made, "reference.js", readFileSync(join(PAGE, "reference.js"), "utf8")),
    description: writeHashed(made, "description.json", JSON.stringify(shownDescription())),
    library: library.entry,
    parts: library.parts,
  });
  writeFileSync(join(made, REFERENCE_PLACE, "index.html"), page);
  writeGuides(made);
  writeFileSync(join(made, MARK), wanted);
  swapIn(made, folder, wanted);
  return true;
}

/**
 * Returns the hash of the sources that a folder's reference was built from, or null if the folder doesn't contain a
 * reference.
 */
const builtOf = (folder: string): string | null =>
  existsSync(join(folder, MARK)) ? readFileSync(join(folder, MARK), "utf8") : null;

/**
 * Moves a finished build to its final folder. @throws if that fails, unless another process has built the same version
 * in the meantime.
 */
function swapIn(made: string, folder: string, wanted: string): void {
  const before = `${folder}.${process.pid}.old`;
  try {
    if (existsSync(folder)) renameSync(folder, before);
    renameSync(made, folder);
  } catch (error) {
    if (builtOf(folder) !== wanted) throw error;
  } finally {
    for (const left of [made, before]) rmSync(left, { recursive: true, force: true });
  }
}

/** Returns the description with samples for every request and an introduction that links to the guides. */
function shownDescription(): SampledDocument {
  const document = withSamples(JSON.parse(readFileSync(join(ROOT, DESCRIPTION), "utf8")) as SampledDocument);
  const { info } = document;
  return { ...document, info: { ...info, description: INTRODUCTION + info.description } };
}

/** Writes a file under a name that includes a hash of its content. @returns the file's URL path. */
function writeHashed(folder: string, name: string, text: string): string {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  const ending = extname(name);
  const address = `${ASSETS}/${basename(name, ending)}-${hash}${ending}`;
  writeFileSync(join(folder, address), text);
  return address;
}

/**
 * Copies the library's browser files into a folder named after the library's version.
 * @returns the addresses of the entry file and of the parts that it imports right away.
 */
function copyLibrary(folder: string): { entry: string; parts: string[] } {
  const main = libraryPlace();
  const from = join(dirname(main), "browser");
  const { version } = JSON.parse(readFileSync(join(dirname(main), "../package.json"), "utf8")) as { version: string };
  const place = `${ASSETS}/scalar-${version}`;
  cpSync(from, join(folder, place), { recursive: true, filter: (path) => !/\.map$|[\\/]standalone\.js$/.test(path) });
  const entry = `${place}/standalone.esm.js`;
  const text = readFileSync(join(folder, entry), "utf8");
  const parts = [...text.matchAll(/(?:from|import)"\.\/(chunks\/[\w.-]+\.js)"/g)].map(([, path = ""]) => path);
  return { entry, parts: [...new Set(parts)].map((path) => `${place}/${path}`) };
}

function libraryPlace(): string {
  try {
    return createRequire(import.meta.url).resolve("@scalar/api-reference");
  } catch {
    throw new Error("The library that draws the reference, @scalar/api-reference, is not installed.");
  }
}

/** The paths of the files that the page loads. */
interface PageFiles {
  style: string;
  script: string;
  description: string;
  library: string;
  /** The parts the library needs right away, so they load alongside it rather than after it. */
  parts: string[];
}

function pageOf({ style, script, description, library, parts }: PageFiles): string {
  return [
    ...pageHead("Reference"),
    '<link rel="icon" href="data:,">',
    `<link rel="stylesheet" href="${style}">`,
    `<link rel="preload" href="${description}" as="fetch" crossorigin>`,
    ...[library, ...parts].map((href) => `<link rel="modulepreload" href="${href}">`),
    `<script type="module" src="${script}"></script>`,
    "</head>",
    "<body>",
    `<nav class="top" aria-label="Places"><a href="${GUIDES_PLACE}/index">Guides</a>${PANEL_LINK}</nav>`,
    `<div id="reference" data-description="${description}" data-library="${library}"></div>`,
    "<noscript><p>The reference needs JavaScript. The same is in GET /v1/openapi.json.</p></noscript>",
    "</body>",
    "</html>",
    "",
  ].join("\n");
}
