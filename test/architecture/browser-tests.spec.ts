import { describe, expect, it } from "vitest";
import { testFiles } from "./sources.ts";

/**
 * A wait for a browser event that is stored in a variable and awaited later. If a step in between fails, the wait's
 * rejection goes unhandled, which fails the whole run even if a retry of the test passes.
 */
const KEPT_WAIT = /= *(?!await\b)[\w.]+\.waitFor(?:Request|Response|Event|RequestFinished|Popup)\(/;

describe("the house rules: waits in a browser", () => {
  it("begin together with the step that ends them: await Promise.all([page.waitForRequest(…), page.goto(…)])", () => {
    const broken = testFiles
      .filter(({ path }) => path !== "test/architecture/browser-tests.spec.ts")
      .filter(({ code }) => KEPT_WAIT.test(code));
    expect(broken.map(({ path }) => path)).toEqual([]);
  });

  it("are found wherever they are kept", () => {
    expect(KEPT_WAIT.test("const asked = there.page.waitForRequest(/sign-in/);")).toBe(true);
    expect(KEPT_WAIT.test("asked = page.waitForEvent('download');")).toBe(true);
    expect(KEPT_WAIT.test("const asked = await page.waitForRequest(/sign-in/);")).toBe(false);
  });
});

/** Matches a phone number of the simulated network that is written out in full. */
const NUMBER = /["'`](\d{11,14})["'`]/g;

describe("the house rules: phone numbers in a browser's tests", () => {
  it("belong to one file, because the files of a process share a gateway and its simulated network", () => {
    const owners = new Map<string, Set<string>>();
    for (const { path, code } of testFiles.filter(({ path }) => path.endsWith(".browser.spec.ts")))
      for (const [, number = ""] of code.matchAll(NUMBER))
        owners.set(number, (owners.get(number) ?? new Set()).add(path));
    expect(owners.size).toBeGreaterThan(20);
    expect([...owners].filter(([, paths]) => paths.size > 1)).toEqual([]);
  });
});
