import {
  ContinuousBackupsUnavailableException,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTagsOfResourceCommand,
  ResourceNotFoundException,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { awsClient } from "./aws-client.ts";
import * as REQUEST_LIMITS from "./request-limits.ts";

/**
 * The settings of a table, for an operator who is bringing a restored table back into service. Each setting is read and
 * changed in separate calls.
 */
export interface TableSetup {
  /** @returns null if the table doesn't exist. */
  describe(name: string): Promise<TableDescription | null>;
  /**
   * The attribute that contains an item's expiry time, and the setting's state as named by DynamoDB (`ENABLED`,
   * `ENABLING`, …).
   */
  timeToLive(name: string): Promise<{ status: string; attribute: string | null }>;
  /** Whether point-in-time recovery is on, i.e. the table can be restored to any second. */
  isRecoverable(name: string): Promise<boolean>;
  /** The tags on a table's ARN, excluding those that AWS sets. */
  tags(arn: string): Promise<Record<string, string>>;
  setStream(name: string): Promise<void>;
  protect(name: string): Promise<void>;
  setTimeToLive(name: string, attribute: string): Promise<void>;
  /** @returns false if the table is so new that DynamoDB can't change it yet. Retry later. */
  makeRecoverable(name: string): Promise<boolean>;
  tag(arn: string, tags: Record<string, string>): Promise<void>;
  close(): void;
}

/** Provides access to the settings of the account's tables. */
export function tableSetup(): TableSetup {
  const client = awsClient(DynamoDBClient, REQUEST_LIMITS.setup);
  return {
    async describe(TableName) {
      try {
        return (await client.send(new DescribeTableCommand({ TableName }))).Table ?? null;
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return null;
        throw error;
      }
    },
    async timeToLive(TableName) {
      const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
      const { TimeToLiveStatus: status = "DISABLED", AttributeName: attribute = null } = TimeToLiveDescription ?? {};
      return { status, attribute };
    },
    async isRecoverable(TableName) {
      const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
      const { PointInTimeRecoveryDescription } = ContinuousBackupsDescription ?? {};
      return PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === "ENABLED";
    },
    tags: (arn) => readTags(client, arn),
    async setStream(TableName) {
      const StreamSpecification = { StreamEnabled: true, StreamViewType: "NEW_IMAGE" as const };
      await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
    },
    async protect(TableName) {
      await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
    },
    async setTimeToLive(TableName, AttributeName) {
      const TimeToLiveSpecification = { AttributeName, Enabled: true };
      await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
    },
    async makeRecoverable(TableName) {
      const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
      try {
        await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
        return true;
      } catch (error) {
        if (error instanceof ContinuousBackupsUnavailableException) return false;
        throw error;
      }
    },
    async tag(ResourceArn, tags) {
      const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
      await client.send(new TagResourceCommand({ ResourceArn, Tags }));
    },
    close: () => client.destroy(),
  };
}

async function readTags(client: DynamoDBClient, ResourceArn: string): Promise<Record<string, string>> {
  const tags: Record<string, string> = {};
  for (let NextToken: string | undefined; ; ) {
    const page = await client.send(new ListTagsOfResourceCommand({ ResourceArn, ...(NextToken && { NextToken }) }));
    for (const { Key = "", Value = "" } of page.Tags ?? []) if (!Key.startsWith("aws:")) tags[Key] = Value;
    NextToken = page.NextToken;
    if (!NextToken) return tags;
  }
}
