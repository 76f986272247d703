import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { generatedFiles } from "../../bin/generated/generated-files.ts";

const files = Object.entries(generatedFiles());

describe("a file that is made from the sources", () => {
  it.each(files)("%s is up to date (otherwise: npm run docs)", (path, content) => {
    const kept = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

    expect(JSON.parse(kept)).toEqual(JSON.parse(JSON.stringify(content)));
  });
});
