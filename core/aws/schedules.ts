import { ConflictException, CreateScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import type { awsClient } from "./aws-client.ts";
import type { RequestLimits } from "./request-limits.ts";

/** A one-time EventBridge schedule that sends a message to a queue. */
export interface NewSchedule {
  name: string;
  group: string;
  /** When the schedule fires, to the second. */
  at: Date;
  queueArn: string;
  /** The role the scheduler assumes to send to the queue. */
  roleArn: string;
  /** The message's body. */
  body: string;
}

/** Creates schedules. */
export interface Schedules {
  /** Creates the schedule unless a schedule with the same name already exists. */
  create(schedule: NewSchedule): Promise<void>;
  close(): void;
}

/**
 * Creates the client for schedules. In functions, this file is loaded on first use, together with its own copies of its
 * imports (build/later-files.ts).
 * @param client creates the AWS client. It is passed in because its module stores the host's choice of client, and a
 * copy of that module wouldn't have it.
 */
export function schedulesBy(client: typeof awsClient, limits: RequestLimits): Schedules {
  const scheduler = client(SchedulerClient, limits, { lean: true });
  return {
    async create({ name, group, at, queueArn, roleArn, body }) {
      try {
        await scheduler.send(
          new CreateScheduleCommand({
            Name: name,
            GroupName: group,
            ScheduleExpression: `at(${at.toISOString().slice(0, 19)})`,
            ScheduleExpressionTimezone: "UTC",
            FlexibleTimeWindow: { Mode: "OFF" },
            ActionAfterCompletion: "DELETE",
            Target: { Arn: queueArn, RoleArn: roleArn, Input: body },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConflictException)) throw error; // a conflict = already there
      }
    },
    close: () => scheduler.destroy(),
  };
}
