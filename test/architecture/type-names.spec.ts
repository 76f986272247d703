import { describe, expect, it } from "vitest";
import { codeOf, files, isInside } from "./sources.ts";

/**
 * The parts of the repository that no single file combines. Within each part, an exported type name has only one
 * meaning.
 */
const PACKAGES: Record<string, readonly string[]> = {
  gateway: ["core", "functions", "session-service", "lib", "bin", "build", "local"],
  panel: ["panel"],
  network: ["simulated-network"],
  n8n: ["clients/n8n"],
  sdk: ["clients/sdk"],
};

/** Whether two files define the same thing in two forms, one that customers see and one that is stored. */
const isRecordAndContract = (paths: readonly string[]) =>
  paths.length === 2 &&
  ["core/contracts", "core/records"].every((folder) => paths.some((path) => isInside(path, folder)));

/** Returns the names of the types, interfaces, classes and enums that a text declares and exports. */
const typesIn = (text: string) =>
  [...codeOf(text).matchAll(/^export (?:declare )?(?:type|interface|(?:abstract )?class|(?:const )?enum) (\w+)/gm)].map(
    ([, name = ""]) => name,
  );

/** Returns the names exported by more than one of these files, except pairs of a record and its contract. */
function doubleNames(given: readonly { path: string; text: string }[]): string[] {
  const homes = new Map<string, string[]>();
  for (const { path, text } of given)
    for (const name of new Set(typesIn(text))) homes.set(name, [...(homes.get(name) ?? []), path]);
  return [...homes].flatMap(([name, paths]) => (paths.length > 1 && !isRecordAndContract(paths) ? [name] : []));
}

describe("the names of types", () => {
  it("mean one thing in a package: only a record and its contract share one", () => {
    const found = Object.values(PACKAGES).flatMap((folders) =>
      doubleNames(files.filter(({ path }) => folders.some((folder) => isInside(path, folder)))),
    );
    expect([...new Set(found)]).toEqual([]);
  });

  it("are found in every form of an export, and not in a comment; a record and its contract may share one", () => {
    const text = "export interface A {}\nexport abstract class B {}\n// export type C = 1;\n/*\nexport type D = 1;\n*/";
    const one = (path: string) => ({ path, text });
    expect(typesIn(text)).toEqual(["A", "B"]);
    expect(doubleNames([one("core/a.ts"), one("functions/b.ts")])).toEqual(["A", "B"]);
    expect(doubleNames([one("core/contracts/a.ts"), one("core/records/b.ts")])).toEqual([]);
    expect(doubleNames([one("core/records/a.ts"), one("core/records/b.ts")])).toEqual(["A", "B"]);
  });
});
