import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { buildReference, REFERENCE_DIST } from "../../../build/reference/build-reference.ts";
import type { SampledDocument } from "../../../build/reference/samples/sampled-request.ts";
import { SAMPLE_LANGUAGES } from "../../../build/reference/samples/with-samples.ts";
import { passingFolder } from "../../support/passing-folder.ts";

/** The maximum number of bytes transferred before a browser shows the reference. */
const FIRST_LOAD_MAX = 950_000;

const PAGE = "/docs/reference/index.html";

const read = (address: string) => readFileSync(join(REFERENCE_DIST, address), "utf8");
/** The addresses on the page, other than those of links. */
const named = (page: string): string[] =>
  [...page.matchAll(/<(?:link|script|div)\b[^>]*?>/g)].flatMap(([tag]) =>
    [...tag.matchAll(/(?:href|src|data-\w+)="(?!data:)([^"]+)"/g)].map(([, address = ""]) => address),
  );

describe("the reference", () => {
  let page: string;
  beforeAll(() => {
    buildReference();
    page = read(PAGE);
  });

  it("is kept, and built anew when what it is made of has changed", () => {
    const place = passingFolder("reference-");
    const folder = join(place, "reference");
    expect([buildReference(folder), buildReference(folder)]).toEqual([true, false]);

    writeFileSync(join(folder, ".made-of"), "something else");
    writeFileSync(join(folder, "old"), "");
    expect([buildReference(folder), buildReference(folder)]).toEqual([true, false]);
    expect(existsSync(join(folder, "old"))).toBe(false);
    expect(readdirSync(place)).toEqual(["reference"]);
  });

  it("consists of files of its own, whose names change with their content, and has no script in its page", () => {
    const files = named(page);
    expect(files.length).toBeGreaterThan(6);
    for (const file of files) {
      expect(file).toMatch(/^\/docs\/reference\/assets\/(?:[a-z]+-[0-9a-f]{12}\.\w+|scalar-[\d.]+\/[\w./-]+\.js)$/);
      expect([file, existsSync(join(REFERENCE_DIST, file))]).toEqual([file, true]);
    }
    expect(page).not.toMatch(/<script[^>]*>[^<]|style="|\son\w+=|https?:/);
  });

  it(`weighs at most ${FIRST_LOAD_MAX} bytes before it is shown`, () => {
    const weights = [...new Set([PAGE, ...named(page)])].map((file) => gzipSync(read(file)).length);
    expect(weights.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(FIRST_LOAD_MAX);
  });

  it("shows every request of the description with samples in four languages, and leads to the guides", () => {
    const address = /data-description="([^"]+)"/.exec(page)?.[1] ?? "";
    const shown = JSON.parse(read(address)) as SampledDocument;
    const described = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as SampledDocument;

    expect(Object.keys(shown.paths)).toEqual(Object.keys(described.paths));
    const operations = Object.values(shown.paths).flatMap((of) => Object.values(of)) as {
      "x-codeSamples"?: object[];
    }[];
    expect(operations.length).toBeGreaterThan(100);
    for (const { "x-codeSamples": samples } of operations) {
      expect(samples).toHaveLength(Object.keys(SAMPLE_LANGUAGES).length);
    }
    expect(shown.info.description).toContain("[guides](/docs/guides/index)");
    expect(shown.info.description.endsWith(described.info.description)).toBe(true);
  });
});
