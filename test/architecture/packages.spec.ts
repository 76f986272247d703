import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isScript, packageJsonOf, scriptsIn, WORKSPACES } from "./npm-scripts.ts";
import { codeOf, isInside, ROOT } from "./sources.ts";

/**
 * Folders whose packages are listed in another folder's package.json. Packages used elsewhere outside the workspaces
 * are listed at the root.
 */
const HOMES: Record<string, string> = { bin: "lib", build: "lib" };
/** Folders whose packages are installed separately, without the project's shared lock file. */
const BY_THEMSELVES = ["clients/generate", "clients/n8n/test"];

/** Packages that no file imports because they are run as programs or used by the compiler. */
const PROGRAMS = ["@biomejs/biome", "@redocly/cli", "@types/node", "aws-cdk", "node", "typescript"];

/** Packages used by the network's library. A soak needs the library's exact copies, because it shrinks their caches. */
const THROUGH_BAILEYS = ["lru-cache", "@cacheable/node-cache"];

const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Record<string, { link?: boolean; resolved?: string }>;
};
/** Whether a package is installed. Workspaces don't count, because they are only links. */
const isInstalled = (name: string) => `node_modules/${name}` in packages && !packages[`node_modules/${name}`]?.link;

const homeOf = (path: string): string =>
  WORKSPACES.find((folder) => isInside(path, folder)) ??
  Object.entries(HOMES).find(([folder]) => isInside(path, folder))?.[1] ??
  ".";

const NOT_OURS = /(^|\/)(node_modules|dist|dist\.[\w-]+|cdk\.out|\..+)(\/|$)/;
const everyFile = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
    if (NOT_OURS.test(path) || BY_THEMSELVES.includes(path)) return [];
    if (entry.isDirectory()) return everyFile(path);
    return /\.(ts|tsx|mjs|md|yml)$/.test(path) || path.endsWith("Dockerfile") ? [path] : [];
  });
const texts = everyFile(".").map((path) => [path, readFileSync(join(ROOT, path), "utf8")] as const);

const IMPORT =
  /(?:from\s+|import\s*\(?\s*|\brequire\(|createRequire\(import\.meta\.url\)\.resolve\()["']([^"'.][^"']*)["']/g;

/**
 * Returns the packages that a text imports. If a package contains only types, returns the name of its types package.
 */
function packagesOf(text: string): string[] {
  const named = [...codeOf(text).matchAll(IMPORT)].map(([, specifier = ""]) =>
    specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"),
  );
  return named.map((name) => (isInstalled(name) ? name : `@types/${name}`)).filter(isInstalled);
}

/** The packages that each package.json must list: package -> a file that imports the package. */
const imported = new Map<string, Map<string, string>>([".", ...WORKSPACES].map((home) => [home, new Map()]));
for (const [path, text] of texts.filter(([name]) => /\.(ts|tsx|mjs)$/.test(name))) {
  for (const name of packagesOf(text)) imported.get(homeOf(path))?.set(name, path);
}
const listed = (home: string): Record<string, string> => {
  const { dependencies, devDependencies } = packageJsonOf(home);
  return { ...dependencies, ...devDependencies };
};

describe.each([...imported])("the package.json of %s", (home, uses) => {
  it("lists every package that is imported there", () => {
    const unlisted = [...uses].filter(([name]) => !(name in listed(home)) && !THROUGH_BAILEYS.includes(name));
    expect(unlisted.map((one) => one.join(" in "))).toEqual([]);
  });

  it("lists no other, but programs and types of what is imported", () => {
    const isUsed = (name: string) =>
      uses.has(name) || PROGRAMS.includes(name) || (name.startsWith("@types/") && uses.has(name.slice(7)));
    expect(Object.keys(listed(home)).filter((name) => !isUsed(name))).toEqual([]);
  });
});

describe("the workspaces", () => {
  it("each say in a README what they are", () => {
    expect(WORKSPACES.length).toBeGreaterThan(6);
    expect(WORKSPACES.filter((folder) => !existsSync(join(ROOT, folder, "README.md")))).toEqual([]);
  });

  it("agree on one exact version of every package, so that all lie at the root, where every folder finds them", () => {
    const versions = [".", ...WORKSPACES].flatMap((home) => Object.entries(listed(home)));
    const known = new Map(versions);
    expect(versions.filter(([name, version]) => known.get(name) !== version)).toEqual([]);
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    expect(
      Object.keys(packages).filter((path) => WORKSPACES.some((folder) => path.startsWith(`${folder}/node_`))),
    ).toEqual([]);
  });

  it("have one lock file, which names no registry", () => {
    const hosts = Object.values(packages).filter(({ resolved = "" }) => resolved.includes("://"));
    expect(hosts).toEqual([]);
    expect(WORKSPACES.filter((folder) => existsSync(join(ROOT, folder, "package-lock.json")))).toEqual([]);
  });

  it("leave seventeen scripts to the root at most", () => {
    expect(Object.keys(packageJsonOf(".").scripts ?? {}).length).toBeLessThanOrEqual(17);
  });

  it("have every script that a page or a comment names", () => {
    const elsewhere = ["test/architecture/packages.spec.ts", "test/architecture/deployment-commands.spec.ts"];
    const named = texts.flatMap(([path, text]) => scriptsIn(text).map((script) => [path, script] as const));
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter(([path, script]) => !isScript(script) && !elsewhere.includes(path))).toEqual([]);
  });

  it("run what is tried: a script that does not exist is noticed, at the root and in a workspace", () => {
    const called = scriptsIn("npm run smoke, then `npm run image -w tools -- x` and npm run -s none -w clients/sdk");
    expect(called).toEqual(["smoke", "image -w tools", "none -w clients/sdk"]);
    expect(called.map(isScript)).toEqual([true, true, false]);
    expect(["smoke -w nowhere", "image"].map(isScript)).toEqual([false, false]);
  });

  it("an import of a package that is not listed is noticed, also of one that has types alone", () => {
    expect(packagesOf(`import type { Context } from "aws-lambda";\nimport * as z from "zod";`)).toEqual([
      "@types/aws-lambda",
      "zod",
    ]);
    expect(packagesOf(`import a from "node:fs"; import b from "./b.ts"; // from "zod"`)).toEqual([]);
    expect(packagesOf(`await import("@aws-sdk/client-sqs/dist")`)).toEqual(["@aws-sdk/client-sqs"]);
  });
});
