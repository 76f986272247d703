import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./sources.ts";

/** The parts of a package.json that the tests use. */
export interface PackageJson {
  name: string;
  version: string;
  private?: boolean;
  workspaces?: string[];
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Parses a folder's package.json. The folder is relative to the root. */
export const packageJsonOf = (folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as PackageJson;

/** The workspace folders, relative to the root. */
export const WORKSPACES = packageJsonOf(".").workspaces ?? [];

/**
 * Returns the scripts that a text runs with `npm run`, either by name, such as `smoke`, or with their workspace, such
 * as `image -w tools`.
 */
export const scriptsIn = (text: string): string[] =>
  [...text.matchAll(/\bnpm run (?:-s )?([\w:-]+(?: -w [\w-]+(?:\/[\w-]+)?)?)/g)].map(([, called = ""]) => called);

/** Whether the script exists in the workspace it names, or at the root if it names none. */
export function isScript(called: string): boolean {
  const [name = "", workspace = "."] = called.split(" -w ");
  if (workspace !== "." && !WORKSPACES.includes(workspace)) return false;
  return name in (packageJsonOf(workspace).scripts ?? {});
}
