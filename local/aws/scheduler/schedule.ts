import { AwsError } from "../service/aws-error.ts";
import { object, optionalText, text } from "../service/input.ts";
import { ACCOUNT, nameFromArn, REGION } from "../service/names.ts";
import type { Json } from "../service/service.ts";
import { readExpression } from "./expression.ts";

/** A stored schedule. Times are in epoch milliseconds by the gateway's clock. */
export interface Schedule {
  name: string;
  group: string;
  expression: string;
  timeZone: string;
  enabled: boolean;
  deleteWhenDone: boolean;
  description: string | null;
  startAt: number | null;
  endAt: number | null;
  target: Json;
  flexibleWindow: Json;
  /** The client token of the request that created the schedule. Repeating that request isn't a conflict. */
  token: string | null;
  createdAt: number;
  modifiedAt: number;
  /** When the schedule fires next, or null if it won't fire again. */
  nextAt: number | null;
}

/** Parses a Create or Update request. @throws AwsError ValidationException. */
export function readSchedule(input: Json, now: number): Schedule {
  const name = text(input, "Name");
  const target = object(input, "Target");
  if (nameFromArn(text(target, "Arn"), "sqs") === null) throw invalid("Only SQS queues are emulated as targets here.");
  const flexibleWindow = object(input, "FlexibleTimeWindow");
  const schedule: Schedule = {
    name,
    group: optionalText(input, "GroupName") ?? "default",
    expression: text(input, "ScheduleExpression"),
    timeZone: optionalText(input, "ScheduleExpressionTimezone") ?? "UTC",
    enabled: input.State !== "DISABLED",
    deleteWhenDone: input.ActionAfterCompletion === "DELETE",
    description: optionalText(input, "Description") ?? null,
    startAt: time(input, "StartDate"),
    endAt: time(input, "EndDate"),
    target,
    flexibleWindow,
    token: optionalText(input, "ClientToken") ?? null,
    createdAt: now,
    modifiedAt: now,
    nextAt: null,
  };
  schedule.nextAt = firstFiring(schedule, now);
  return schedule;
}

/**
 * Returns the next firing time of a schedule that fired at `now`, or null if it won't fire again. Several firings
 * skipped by moving the clock count as a single firing.
 */
export function nextFiring(schedule: Schedule, now: number): number | null {
  const timing = readExpression(schedule.expression, schedule.timeZone);
  if ("at" in timing || schedule.nextAt === null) return null;
  const missed = Math.floor((now - schedule.nextAt) / timing.everyMs);
  return beforeEnd(schedule, schedule.nextAt + (missed + 1) * timing.everyMs);
}

function firstFiring(schedule: Schedule, now: number): number | null {
  const timing = readExpression(schedule.expression, schedule.timeZone);
  if ("at" in timing) return timing.at;
  return beforeEnd(
    schedule,
    schedule.startAt !== null && schedule.startAt > now ? schedule.startAt : now + timing.everyMs,
  );
}

function beforeEnd(schedule: Schedule, at: number): number | null {
  return schedule.endAt !== null && at > schedule.endAt ? null : at;
}

/** Returns a schedule's ARN, as used in responses. */
export function scheduleArn(schedule: Pick<Schedule, "group" | "name">): string {
  return `arn:aws:scheduler:${REGION}:${ACCOUNT}:schedule/${schedule.group}/${schedule.name}`;
}

/** Returns a schedule in the wire format of GetSchedule. */
export function describeSchedule(schedule: Schedule): Json {
  return {
    Arn: scheduleArn(schedule),
    Name: schedule.name,
    GroupName: schedule.group,
    ScheduleExpression: schedule.expression,
    ScheduleExpressionTimezone: schedule.timeZone,
    State: schedule.enabled ? "ENABLED" : "DISABLED",
    ActionAfterCompletion: schedule.deleteWhenDone ? "DELETE" : "NONE",
    ...(schedule.description !== null && { Description: schedule.description }),
    ...(schedule.startAt !== null && { StartDate: schedule.startAt / 1_000 }),
    ...(schedule.endAt !== null && { EndDate: schedule.endAt / 1_000 }),
    CreationDate: schedule.createdAt / 1_000,
    LastModificationDate: schedule.modifiedAt / 1_000,
    Target: schedule.target,
    FlexibleTimeWindow: schedule.flexibleWindow,
  };
}

/** Parses a date member. Dates on the wire are in epoch seconds. */
function time(input: Json, name: string): number | null {
  const value = input[name] ?? null;
  if (value === null) return null;
  if (typeof value !== "number") throw invalid(`${name} must be a date.`);
  return value * 1_000;
}

const invalid = (message: string) => new AwsError("ValidationException", message);
