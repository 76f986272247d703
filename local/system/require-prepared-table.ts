import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceNotFoundException,
} from "@aws-sdk/client-dynamodb";
import { awsClient } from "../../core/aws/aws-client.ts";
import * as REQUEST_LIMITS from "../../core/aws/request-limits.ts";

/**
 * Checks that a restored table has the required settings. @throws a one-sentence error that tells the operator what to
 * do if any are missing.
 */
export async function requirePreparedTable(TableName: string): Promise<void> {
  const client = awsClient(DynamoDBClient, REQUEST_LIMITS.setup);
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    if (Table?.StreamSpecification?.StreamEnabled && TimeToLiveDescription?.AttributeName) return;
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    throw new Error(
      `EXISTING_TABLE names ${TableName}, but there is no such table here. Restore into this table first, or leave EXISTING_TABLE out.`,
    );
  } finally {
    client.destroy();
  }
  throw new Error(
    `EXISTING_TABLE names ${TableName}, which was restored but not prepared. Start without EXISTING_TABLE, run npm run admin -- table prepare --table ${TableName}, and start again with EXISTING_TABLE.`,
  );
}
