import { expect, it } from "vitest";
import { EDGE_CASES, outcomeOf } from "./edge-cases.ts";
import { createThings, startAws } from "./support.ts";

/** `npm run dynamodb -w tools` sends the same requests to Amazon's DynamoDB Local and compares the responses. */
it("answers odd requests as DynamoDB does", async () => {
  const { dynamo } = await startAws();
  await createThings(dynamo);
  const wrong: unknown[] = [];
  for (const edge of EDGE_CASES) {
    const outcome = await outcomeOf(dynamo, edge);
    const came = "error" in outcome ? outcome.error : true;
    // A difference that no longer exists must be removed from the list.
    const isExpected = came === edge.expected;
    if (isExpected === (edge.unlike?.who === "the embedded table"))
      wrong.push({ what: edge.what, expected: edge.expected, came });
  }
  expect(wrong).toEqual([]);
});
