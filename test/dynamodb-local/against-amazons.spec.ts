import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { expect, it } from "vitest";
import { EDGE_CASES, type Outcome, outcomeOf } from "../local-aws/edge-cases.ts";
import { createThings, startAws } from "../local-aws/support.ts";

const URL = process.env.DYNAMODB_URL;

it("the embedded table answers odd requests as Amazon's DynamoDB Local does", async () => {
  if (!URL) throw new Error("Start this by `npm run dynamodb -w tools`, which starts DynamoDB Local.");
  const amazons = new DynamoDBClient({
    endpoint: URL,
    region: "us-east-1",
    credentials: { accessKeyId: "edgecases", secretAccessKey: "any" },
    maxAttempts: 1,
  });
  const { dynamo } = await startAws();
  await createThings(dynamo);
  await createThings(amazons);
  const different: { what: string; embedded: Outcome; amazons: Outcome }[] = [];
  for (const edge of EDGE_CASES) {
    // The keys are numbered consecutively. They match, because both services get the same number of requests.
    const embedded = await outcomeOf(dynamo, edge);
    const theirs = await outcomeOf(amazons, edge);
    const isSame = JSON.stringify(withoutKeys(embedded)) === JSON.stringify(withoutKeys(theirs));
    if (isSame === (edge.unlike !== undefined)) {
      different.push({ what: edge.what, embedded, amazons: theirs });
    }
  }
  amazons.destroy();
  expect(different).toEqual([]);
});

/** Sorts the members of a value, and replaces numbered partition keys with one name per kind. */
function withoutKeys(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/^(edge|query|page) \d+$/, "$1");
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, withoutKeys(one)]),
  );
}
