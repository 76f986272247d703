import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { generatedFiles } from "../../bin/generated/generated-files.ts";

const files = Object.entries(generatedFiles());

describe("a file that is made from the sources", () => {
  it.each(files)("%s is up to date (otherwise: npm run docs)", (path, content) => {
    const kept = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

    if (path.endsWith(".json")) expect(JSON.parse(kept)).toEqual(JSON.parse(content));
    else expect(unformatted(kept)).toBe(unformatted(content));
  });
});

/** Removes the formatter's choices from a source file: line breaks and the order of imported names. */
function unformatted(source: string): string {
  const imports = [...source.matchAll(/import [^;]+;/g)].map(([one]) =>
    [...one.matchAll(/[\w./"-]+/g)].map(String).sort().join(" "),
  );
  return `${imports.sort().join("\n")}\n${source.replaceAll(/import [^;]+;/g, "").replaceAll(/[\s,]+/g, "")}`;
}
