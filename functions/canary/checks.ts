import type { Ask } from "./ask-api.ts";
import { CheckFailed, codeOf, expectStatus } from "./check-failed.ts";

/** A check of one of the API's promises. */
interface Check {
  name: string;
  /** @throws if the API doesn't keep the promise. */
  run(ask: Ask): Promise<void>;
}

/** Checks that don't need a key: the API responds, and it rejects callers without one. */
export const OPEN_CHECKS: readonly Check[] = [
  {
    name: "GET /v1/openapi.json",
    async run(ask) {
      const answer = await ask({ path: "/v1/openapi.json" });
      expectStatus(answer, 200);
      const isDocument = typeof answer.body === "object" && answer.body !== null && "openapi" in answer.body;
      if (!isDocument) throw new CheckFailed("responded with 200, but without the document");
    },
  },
  {
    name: "GET /v1/instances without a key",
    async run(ask) {
      const answer = await ask({ path: "/v1/instances" });
      expectStatus(answer, 401);
      if (codeOf(answer.body) !== "unauthenticated")
        throw new CheckFailed("responded with 401, but not in the API's error format");
    },
  },
];

/** Creates the check that uses a key. It succeeds only if the table can be read and the pepper can be decrypted. */
export const keyedCheck = (key: string): Check => ({
  name: "GET /v1/instances with the canary's key",
  async run(ask) {
    const answer = await ask({ path: "/v1/instances", key });
    expectStatus(answer, 200);
    const isList = typeof answer.body === "object" && answer.body !== null && "data" in answer.body;
    if (!isList) throw new CheckFailed("responded with 200, but without a list");
  },
});
