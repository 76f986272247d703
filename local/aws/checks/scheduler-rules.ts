import { ActionAfterCompletion, FlexibleTimeWindowMode, ScheduleState } from "@aws-sdk/client-scheduler";
import { AwsError } from "../service/aws-error.ts";
import { object } from "../service/input.ts";
import { type ActionRules, type CrossRule, type Limits, oneOf, pattern, range, textLength } from "./limits.ts";

const invalid = (message: string) => new AwsError("ValidationException", message);

const NAME = /^[0-9a-zA-Z-_.]+$/;
const name = [textLength(1, 64), pattern(NAME, "a name")];
const token = [textLength(1, 64), pattern(/^[a-zA-Z0-9-_]+$/, "a token")];
const INPUT_BYTES = 262_144;

const schedule: Limits = {
  Name: name,
  GroupName: name,
  ScheduleExpression: [textLength(1, 256)],
  ScheduleExpressionTimezone: [textLength(1, 50)],
  Description: [textLength(0, 512)],
  ClientToken: token,
  State: [oneOf(ScheduleState)],
  ActionAfterCompletion: [oneOf(ActionAfterCompletion)],
  "FlexibleTimeWindow.Mode": [oneOf(FlexibleTimeWindowMode)],
  "FlexibleTimeWindow.MaximumWindowInMinutes": [range(1, 1_440)],
  "Target.Arn": [textLength(1, 1_600)],
  "Target.RoleArn": [textLength(1, 1_600), pattern(/^arn:aws(-[a-z]+)?:iam::\d{12}:role\/[\w+=,.@/-]+$/, "a role")],
  "Target.RetryPolicy.MaximumRetryAttempts": [range(0, 185)],
  "Target.RetryPolicy.MaximumEventAgeInSeconds": [range(60, 86_400)],
  "Target.SqsParameters.MessageGroupId": [textLength(1, 128)],
};

/** See https://docs.aws.amazon.com/scheduler/latest/APIReference/API_FlexibleTimeWindow.html. The wording is ours. */
const windowFits: CrossRule = (input) => {
  const { Mode, MaximumWindowInMinutes } = object(input, "FlexibleTimeWindow");
  const hasLength = (MaximumWindowInMinutes ?? undefined) !== undefined;
  if (Mode === "OFF" && hasLength) return invalid("FlexibleTimeWindow OFF has no MaximumWindowInMinutes.");
  if (Mode === "FLEXIBLE" && !hasLength) return invalid("FlexibleTimeWindow FLEXIBLE needs MaximumWindowInMinutes.");
  return null;
};

/**
 * See https://docs.aws.amazon.com/scheduler/latest/UserGuide/scheduler-quotas.html, "Invocation payload". The wording
 * is ours.
 */
const inputSize: CrossRule = (input) => {
  const { Input } = object(input, "Target");
  if (Input === "") return invalid("Target.Input has at least one character.");
  const isShort = Buffer.byteLength(String(Input ?? "")) <= INPUT_BYTES;
  return isShort ? null : invalid(`Target.Input is longer than ${INPUT_BYTES} bytes.`);
};

const saved: ActionRules = {
  limits: schedule,
  cross: { "a window that fits its mode": windowFits, "an input of 1 byte to 256 KB": inputSize },
};

/**
 * The rules for Scheduler requests. The limits match AWS's service model, which test/local-aws/limits-by-model.spec.ts
 * verifies. Rules about several members include the URL of their documentation.
 */
export const SCHEDULER_RULES: Readonly<Record<string, ActionRules>> = {
  CreateSchedule: saved,
  UpdateSchedule: saved,
  GetSchedule: { limits: { Name: name, GroupName: name } },
  DeleteSchedule: { limits: { Name: name, GroupName: name, ClientToken: token } },
  ListSchedules: {
    limits: {
      GroupName: name,
      NamePrefix: name,
      MaxResults: [range(1, 100)],
      NextToken: [textLength(1, 2_048)],
      State: [oneOf(ScheduleState)],
    },
  },
  CreateScheduleGroup: { limits: { Name: name, ClientToken: token } },
  GetScheduleGroup: { limits: { Name: name } },
  DeleteScheduleGroup: { limits: { Name: name, ClientToken: token } },
};
