import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Bundle } from "../../build/bundle.ts";
import { ALL_FUNCTIONS, type FunctionWiring } from "../../lib/wiring.ts";
import { rightsOf as givenBy } from "../../local/aws/rights/used-rights.ts";
import { deployment } from "../../local/system/rights/deployment.ts";
import type { Deployment } from "../../local/system/rights/deployment-of.ts";
import { sharedBundles } from "../lib/shared-bundles.ts";
import { KEPT_RIGHTS } from "../run/kept-rights.ts";

type Uses = (of: { wiring: FunctionWiring; bundle: Bundle }) => boolean;

const hasClient =
  (name: string): Uses =>
  ({ bundle }) =>
    [bundle, ...bundle.later].some(({ contents }) => contents.some(({ what }) => what === `@aws-sdk/client-${name}`));
const says =
  (text: string): Uses =>
  ({ bundle }) =>
    readFileSync(join(bundle.folder, "index.mjs"), "utf8").includes(text);
const startedBy =
  (kind: FunctionWiring["trigger"]["kind"]): Uses =>
  ({ wiring }) =>
    wiring.trigger.kind === kind;
const ALWAYS: Uses = () => true;

/**
 * The functions that can use a right at all: those whose bundle contains the code for the request, and those for which
 * Lambda sends the request on their behalf because of how they are started. No function uses any action that isn't
 * listed.
 */
const USED_BY: Readonly<Record<string, Uses>> = {
  "dynamodb:GetItem": hasClient("dynamodb"),
  "dynamodb:BatchGetItem": hasClient("dynamodb"),
  "dynamodb:Query": hasClient("dynamodb"),
  "dynamodb:PutItem": hasClient("dynamodb"),
  "dynamodb:UpdateItem": hasClient("dynamodb"),
  "dynamodb:DeleteItem": hasClient("dynamodb"),
  "dynamodb:ConditionCheckItem": hasClient("dynamodb"),
  "dynamodb:DescribeStream": startedBy("stream"),
  "dynamodb:GetRecords": startedBy("stream"),
  "dynamodb:GetShardIterator": startedBy("stream"),
  "dynamodb:ListStreams": startedBy("stream"),
  "kms:Decrypt": hasClient("kms"),
  "kms:GenerateDataKey": hasClient("kms"),
  "scheduler:CreateSchedule": hasClient("scheduler"),
  "iam:PassRole": hasClient("scheduler"),
  "events:PutEvents": hasClient("eventbridge"),
  "execute-api:ManageConnections": hasClient("apigatewaymanagementapi"),
  "s3:PutObject": says("MEDIA_BUCKET"),
  "s3:GetObject": says("MEDIA_BUCKET"),
  "s3:DeleteObject": says("MEDIA_BUCKET"),
  // When a function gives up on a stream's events, Lambda sends them to a queue on its behalf.
  "sqs:SendMessage": (of) => hasClient("sqs")(of) || startedBy("stream")(of),
  "sqs:ReceiveMessage": startedBy("queue"),
  "sqs:DeleteMessage": startedBy("queue"),
  "sqs:GetQueueAttributes": startedBy("queue"),
  "logs:CreateLogStream": ALWAYS,
  "logs:PutLogEvents": ALWAYS,
};

describe("a right of a function", () => {
  let given: Deployment;
  let bundles: Bundle[];
  beforeAll(async () => {
    [given, bundles] = await Promise.all([deployment(), sharedBundles()]);
  });

  const rightsOf = (name: string) => [...new Set((given.roles[name] ?? []).flatMap(({ actions }) => actions))];
  const allRightsOf = (name: string) => givenBy({ [name]: given.roles[name] ?? [] }).map(({ right }) => right);
  const isKept = (name: string, action: string) => action in KEPT_RIGHTS || `${name} ${action}` in KEPT_RIGHTS;

  it.each(ALL_FUNCTIONS)("is used by $name, or kept for a reason", (wiring) => {
    const bundle = bundles.find(({ name }) => name === wiring.name);
    if (!bundle) throw new Error(`There is no bundle ${wiring.name}.`);

    const unused = rightsOf(wiring.name).filter(
      (action) => !USED_BY[action]?.({ wiring, bundle }) && !isKept(wiring.name, action),
    );

    expect(rightsOf(wiring.name).length).toBeGreaterThan(0);
    expect(unused).toEqual([]);
  });

  it("that is kept for a reason is there", () => {
    const had = Object.keys(given.roles).flatMap((name) =>
      allRightsOf(name).flatMap((action) => [action, `${name} ${action}`]),
    );

    expect(Object.keys(KEPT_RIGHTS).filter((kept) => !had.includes(kept))).toEqual([]);
  });
});
