import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ListTagsOfResourceCommand,
  RestoreTableToPointInTimeCommand,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { PutCommand, QueryCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { clientsOf, createThings, startAws, TABLE, temporaryFolder } from "./support.ts";

const RESTORED = "things-restored";
const STREAM = { StreamEnabled: true, StreamViewType: "NEW_IMAGE" as const };
const recovery = (PointInTimeRecoveryEnabled: boolean) =>
  new UpdateContinuousBackupsCommand({
    TableName: TABLE,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled },
  });
const restore = () =>
  new RestoreTableToPointInTimeCommand({
    SourceTableName: TABLE,
    TargetTableName: RESTORED,
    UseLatestRestorableTime: true,
  });

async function startTable(dataDir: string | null = null) {
  const started = await startAws({ dataDir });
  await createThings(started.dynamo);
  return started;
}
type Started = Awaited<ReturnType<typeof startTable>>;

const describeTable = async ({ dynamo }: Pick<Started, "dynamo">, TableName: string) =>
  (await dynamo.send(new DescribeTableCommand({ TableName }))).Table;

test("a table is restored as of this instant, with its indexes and none of its settings", async () => {
  const started = await startTable();
  const { dynamo, documents, aws } = started;
  await dynamo.send(recovery(true));
  await dynamo.send(
    new UpdateTimeToLiveCommand({
      TableName: TABLE,
      TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
    }),
  );
  const put = (sk: string) =>
    documents.send(new PutCommand({ TableName: TABLE, Item: { pk: "a", sk, gsi1pk: "due", gsi1sk: sk } }));
  await put("1");
  await dynamo.send(restore());
  await put("2");

  const { Items } = await documents.send(new ScanCommand({ TableName: RESTORED }));
  expect(Items).toEqual([{ pk: "a", sk: "1", gsi1pk: "due", gsi1sk: "1" }]);
  const due = await documents.send(
    new QueryCommand({
      TableName: RESTORED,
      IndexName: "due",
      KeyConditionExpression: "gsi1pk = :due",
      ExpressionAttributeValues: { ":due": "due" },
    }),
  );
  expect(due.Items?.map(({ sk }) => sk)).toEqual(["1"]);
  const table = await describeTable(started, RESTORED);
  expect(table?.StreamSpecification).toBeUndefined();
  expect(table?.DeletionProtectionEnabled).toBe(false);
  const { TimeToLiveDescription } = await dynamo.send(new DescribeTimeToLiveCommand({ TableName: RESTORED }));
  expect(TimeToLiveDescription?.TimeToLiveStatus).toBe("DISABLED");
  const { ContinuousBackupsDescription } = await dynamo.send(
    new DescribeContinuousBackupsCommand({ TableName: RESTORED }),
  );
  expect(ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus).toBe("DISABLED");
  await expect(aws.stream.follow(RESTORED, [{}])).rejects.toThrow("has no stream");
});

test("a table without recovery can't be restored, and no earlier instant is there", async () => {
  const { dynamo } = await startTable();
  await expect(dynamo.send(restore())).rejects.toThrow("Point in time recovery is not enabled");

  await dynamo.send(recovery(true));
  const earlier = { SourceTableName: TABLE, TargetTableName: RESTORED, RestoreDateTime: new Date(0) };
  await expect(dynamo.send(new RestoreTableToPointInTimeCommand(earlier))).rejects.toThrow(
    "earlier states are not kept",
  );
});

test("a stream is switched on once, under a name that nobody knew before; other changes of a table are refused", async () => {
  const started = await startTable();
  const { dynamo } = started;
  await dynamo.send(recovery(true));
  await dynamo.send(restore());
  const update = (change: object) => dynamo.send(new UpdateTableCommand({ TableName: RESTORED, ...change }));

  await update({ StreamSpecification: STREAM });
  const arn = String((await describeTable(started, RESTORED))?.LatestStreamArn);
  expect(arn).toMatch(/^arn:aws:dynamodb:.*:table\/things-restored\/stream\/\d{4}-\d\d-\d\dT[\d:.]+$/);
  await expect(update({ StreamSpecification: STREAM })).rejects.toThrow("stream is on already");
  await expect(update({ BillingMode: "PROVISIONED" })).rejects.toThrow("BillingMode is not emulated");
});

test("a protected table is not deleted", async () => {
  const { dynamo } = await startTable();
  const protect = (DeletionProtectionEnabled: boolean) =>
    dynamo.send(new UpdateTableCommand({ TableName: TABLE, DeletionProtectionEnabled }));

  await protect(true);
  await expect(dynamo.send(new DeleteTableCommand({ TableName: TABLE }))).rejects.toThrow("protected against deletion");
  await protect(false);
  await dynamo.send(new DeleteTableCommand({ TableName: TABLE }));
});

test("settings and tags outlive a restart", async () => {
  const folder = temporaryFolder();
  const first = await startTable(folder);
  const { TableArn = "", LatestStreamArn } = (await describeTable(first, TABLE)) ?? {};
  const Tags = [{ Key: "stage", Value: "prod" }];
  await first.dynamo.send(new TagResourceCommand({ ResourceArn: TableArn, Tags }));
  await first.dynamo.send(recovery(true));
  await first.aws.stop();

  const { dynamo, aws } = await startAws({ dataDir: folder });
  clientsOf(aws).destroy();
  expect((await dynamo.send(new ListTagsOfResourceCommand({ ResourceArn: TableArn }))).Tags).toEqual(Tags);
  expect((await describeTable({ dynamo }, TABLE))?.LatestStreamArn).toBe(LatestStreamArn);
  await dynamo.send(restore());
});
