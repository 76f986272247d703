import { describe, expect, it } from "vitest";
import { functionLooks } from "../../bin/smoke/function-looks.ts";
import type { CanaryAnswer, CanaryRequest } from "../../functions/canary/ask-api.ts";
import { API_FUNCTIONS } from "../../lib/api-functions.ts";

/**
 * Returns what each check reports if every request gets the same response, or null for each check that doesn't find a
 * fault.
 */
async function faults(key: string | null, answer: CanaryAnswer): Promise<(string | null)[]> {
  const asked = functionLooks(key).map(({ run }) =>
    run(async () => answer).then(
      () => null,
      (error: Error) => error.message,
    ),
  );
  return Promise.all(asked);
}

describe.each([
  ["a key", "mgw_1"],
  ["no key", null],
] as const)("the looks at functions, with %s", (_, key) => {
  it("are one at each function that the stacks have, so that a new one can't be forgotten", () => {
    expect(functionLooks(key).map(({ of }) => of)).toEqual(API_FUNCTIONS.map(({ name }) => name));
  });

  it("only read, and leave no id of a path open", async () => {
    const asked: CanaryRequest[] = [];
    for (const { run } of functionLooks(key))
      await run(async (request) => asked.push(request) as never).catch(() => {});
    expect(asked).toHaveLength(API_FUNCTIONS.length);
    for (const { method, path, body } of asked) {
      expect([method, body]).toEqual([undefined, undefined]);
      expect(path).toMatch(/^\/[^{}]+$/);
    }
  });

  it("find a route that leads to the function of unknown paths", async () => {
    const answer = { status: 404, body: { code: "not_found" } };
    const said = await faults(key, answer);
    expect(
      functionLooks(key)
        .filter((_, at) => said[at] === null)
        .map(({ of }) => of),
    ).toEqual(["api-files", "api-not-found"]);
  });

  it.each([
    ["our own 500", { status: 500, body: { code: "server_error" } }, "responded with 500 (server_error)"],
    [
      "a 500 of API Gateway",
      { status: 500, body: { message: "Internal Server Error" } },
      "responded with 500, but not in the API's",
    ],
    [
      "a 404 of API Gateway",
      { status: 404, body: { message: "Not Found" } },
      "responded with 404, but not in the API's",
    ],
    ["somebody's page", { status: 200, body: null }, "responded with 200, but not in the API's"],
  ])("find %s, at every function", async (_, answer, fault) => {
    for (const one of await faults(key, answer)) expect(one).toContain(fault);
  });
});
