import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { INDEXES, type Table } from "../../core/store/table.ts";
import { startEmulators } from "../../local/aws/emulators.ts";
import type { TableUse } from "../../local/aws/service/service.ts";
import { runningClock } from "./test-clock.ts";

/** The real table on top of the emulated DynamoDB. It reports what each use would consume on AWS. */
export interface CountedTable {
  table: Table;
  /** Returns the units consumed by some work, and its individual uses of the table. */
  unitsOf(work: () => Promise<unknown>): Promise<{ read: number; write: number; uses: TableUse[] }>;
  stop(): Promise<void>;
}

const NAME = "counted";

export async function countedTable(): Promise<CountedTable> {
  let uses: TableUse[] = [];
  const emulators = await startEmulators({
    clock: runningClock(),
    dataDir: null,
    watch: (call) => void uses.push(...call.uses),
  });
  const config = {
    endpoint: emulators.url,
    region: "eu-central-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  };
  const client = new DynamoDBClient(config);
  const keys = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: "HASH" as const },
    { AttributeName: sk, KeyType: "RANGE" as const },
  ];
  const indexes = Object.values(INDEXES);
  await client.send(
    new CreateTableCommand({
      TableName: NAME,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: ["pk", "sk", ...indexes.flatMap(({ pk, sk }) => [pk, sk])].map((name) => ({
        AttributeName: name,
        AttributeType: "S",
      })),
      KeySchema: keys("pk", "sk"),
      GlobalSecondaryIndexes: indexes.map(({ name, pk, sk }) => ({
        IndexName: name,
        KeySchema: keys(pk, sk),
        Projection: { ProjectionType: "KEYS_ONLY" },
      })),
    }),
  );
  client.destroy();
  const table = dynamoTable(NAME, config);
  return {
    table,
    async unitsOf(work) {
      uses = [];
      await work();
      const sum = (kind: string) => uses.filter((use) => use.kind === kind).reduce((all, { units }) => all + units, 0);
      return { read: sum("read"), write: sum("write"), uses };
    },
    async stop() {
      table.close();
      await emulators.stop();
    },
  };
}
