import { describe, expect, it } from "vitest";
import { patiently } from "../../core/aws/patient-request.ts";

/** Makes a request that fails once with an error of this name. @returns the outcome, and the number of attempts. */
async function failingOnce(name: string) {
  let attempts = 0;
  const ended = await patiently({ patienceMs: 60_000 }, async () => {
    attempts++;
    if (attempts === 1) throw Object.assign(new Error(name), { name });
    return "done";
  }).catch((error: Error) => error.name);
  return { ended, attempts };
}

describe("a request to the table", () => {
  it("is repeated at once after throttling", async () => {
    expect(await failingOnce("ThrottlingException")).toEqual({ ended: "done", attempts: 2 });
  });

  it("fails at once when our role lacks the permission, so that nobody waits for an answer that can't come", async () => {
    expect(await failingOnce("AccessDeniedException")).toEqual({ ended: "AccessDeniedException", attempts: 1 });
  });
});
