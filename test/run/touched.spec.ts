import { describe, expect, it } from "vitest";
import { touchedSpecs } from "./touched.ts";

const SPECS = [
  { path: "test/domain/pace.spec.ts", imports: ["core/domain/pace.ts"] },
  { path: "test/domain/holds.spec.ts", imports: ["core/domain/holds.ts"] },
  { path: "test/operations/send.spec.ts", imports: ["core/operations/send.ts"] },
  { path: "test/lanes/pace-model.spec.ts", imports: ["core/domain/pace.ts"] },
  { path: "test/system/send.spec.ts", imports: [] },
  { path: "test/functions/night.spec.ts", imports: [] },
];
const specMap = [
  "| Rule | Where it is held | Tests |",
  "| People sleep | `core/domain/holds.ts` | `test/functions/night.spec.ts`, `test/system/send.spec.ts` |",
  "| Messages go | `core/operations/send.ts` | `test/operations/send.spec.ts` |",
].join("\n");
const specsFor = (...changed: string[]) => touchedSpecs(changed, { specs: SPECS, specMap });

describe("the specs that a change asks for first", () => {
  it.each<[string, string[], string[]]>([
    ["core/domain/pace.ts", ["test/domain/pace.spec.ts"], ["test/lanes/pace-model.spec.ts"]],
    [
      "core/domain/holds.ts",
      ["test/domain/holds.spec.ts", "test/functions/night.spec.ts"],
      ["test/system/send.spec.ts"],
    ],
    ["core/operations/send.ts", ["test/operations/send.spec.ts"], ["test/system/send.spec.ts"]],
    ["docs/panel.md", [], []],
  ])("for %s are %j, and later %j", (changed, quick, slow) => {
    expect(specsFor(changed)).toEqual({ quick, slow });
  });

  it("hold a slow one that is itself changed", () => {
    expect(specsFor("test/system/send.spec.ts").quick).toContain("test/system/send.spec.ts");
  });

  it("are found in the repository for a rule of the spec", () => {
    expect(touchedSpecs(["core/domain/protection/local-time.ts"]).quick).toContain(
      "test/domain/protection/local-time.spec.ts",
    );
  });
});
