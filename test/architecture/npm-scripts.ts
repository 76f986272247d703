import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./sources.ts";

/** A package.json, as far as the tests read it. */
export interface PackageJson {
  name: string;
  version: string;
  private?: boolean;
  workspaces?: string[];
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The package.json of a folder, from the root. */
export const packageJsonOf = (folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as PackageJson;

/** The folders of the workspaces, from the root. */
export const WORKSPACES = packageJsonOf(".").workspaces ?? [];

/** The scripts that a text calls by `npm run`, as `smoke`, or with their workspace as `image -w tools`. */
export const scriptsIn = (text: string): string[] =>
  [...text.matchAll(/\bnpm run (?:-s )?([\w:-]+(?: -w [\w-]+(?:\/[\w-]+)?)?)/g)].map(([, called = ""]) => called);

/** Whether there is such a script in the workspace that is named, or at the root. */
export function isScript(called: string): boolean {
  const [name = "", workspace = "."] = called.split(" -w ");
  if (workspace !== "." && !WORKSPACES.includes(workspace)) return false;
  return name in (packageJsonOf(workspace).scripts ?? {});
}
