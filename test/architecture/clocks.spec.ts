import { describe, expect, it } from "vitest";
import { codeOf, files, isInside, testFiles } from "./sources.ts";

/** Places that need the machine's own time: AWS, deadlines of real connections, and log lines. */
const MACHINE_TIME = ["core/aws", "core/http", "core/log.ts"];

/**
 * The only file through which tests may use the machine's time, and the tests that start a clock at that time because
 * their network runs in another process.
 */
const MACHINE_TIME_IN_TESTS = ["test/support/machine-time.ts"];

const CLOCKS_BY_THE_MACHINE = ["test/session/support/session-world.ts"];

/** Matches code that creates a product clock from the machine's time, or reads that time directly. */
const READS_MACHINE_TIME = /\bDate\.now\b|\bnew Date\(\)|\bnew Date\b(?!\s*\()|(?<!new )\bDate\(\)/;

/**
 * Matches a time limit set by a single test, as in `it("…", …)` and `it("…", () => {…}, 5_000)`. vitest.config.ts sets
 * when a test counts as hung.
 */
const OWN_TIME_LIMIT = /\btimeout: ?[\d_]+|^\s*\}, [\d_]{4,}\);$/m;

describe("the house rules: time", () => {
  it("time, randomness and ids are arguments in core (core/aws excepted)", () => {
    const taken = /Date\.now\(\)|new Date\(\)|Math\.random\(\)|randomBytes|randomUUID|performance\.now\(\)/;
    const broken = files.filter(
      ({ path, text }) =>
        isInside(path, "core") && !MACHINE_TIME.some((place) => isInside(path, place)) && taken.test(text),
    );
    expect(broken.map(({ path }) => path)).toEqual([]);
  });

  it("a test's clock begins at a fixed instant: what passes today passes on every day", () => {
    const broken = testFiles
      .filter(({ path }) => path !== "test/architecture/clocks.spec.ts")
      .filter(
        ({ path, code }) =>
          (READS_MACHINE_TIME.test(code) && !MACHINE_TIME_IN_TESTS.includes(path)) ||
          (/aheadOfMachineMs/.test(code) && !CLOCKS_BY_THE_MACHINE.includes(path)),
      );
    expect(broken.map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ["Date.now()", true],
    ["const now = Date.now;", true],
    ["new Date()", true],
    ["new Date;", true],
    ["new Date(now)", false],
    ["Date.parse(text)", false],
    ["local.toISODate()", false],
    ["codes.expiryDate()", false],
    ["// not Date.now()", false],
  ])("the machine's time is found in %j: %s", (line, isFound) => {
    expect(READS_MACHINE_TIME.test(codeOf(line))).toBe(isFound);
  });

  it("no test has a time limit of its own: what a machine's speed decides is no condition", () => {
    const limited = testFiles.filter(({ path, code }) => path.endsWith(".spec.ts") && OWN_TIME_LIMIT.test(code));
    expect(limited.map(({ path }) => path)).toEqual([]);
  });
});
