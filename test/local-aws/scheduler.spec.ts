import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  DeleteScheduleGroupCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  ResourceNotFoundException,
  UpdateScheduleCommand,
  ValidationException,
} from "@aws-sdk/client-scheduler";
import { expect, test } from "vitest";
import { runningClock } from "../support/test-clock.ts";
import { after, createQueue, receive, startAws } from "./support.ts";

async function startWithQueue(clock = runningClock()) {
  const started = await startAws({ clock });
  const { url, arn } = await createQueue(started.sqs, "jobs");
  await started.scheduler.send(new CreateScheduleGroupCommand({ Name: "gateway" }));
  const input = (Name: string, ScheduleExpression: string): CreateScheduleCommandInput => ({
    Name,
    GroupName: "gateway",
    ScheduleExpression,
    FlexibleTimeWindow: { Mode: "OFF" },
    ActionAfterCompletion: "DELETE",
    Target: { Arn: arn, RoleArn: "arn:aws:iam::000000000000:role/any", Input: `{"name":"${Name}"}` },
  });
  const exists = (Name: string) =>
    started.scheduler.send(new GetScheduleCommand({ Name, GroupName: "gateway" })).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ResourceNotFoundException) return false;
        throw error;
      },
    );
  return { ...started, url, input, exists };
}

const at = (time: Date) => `at(${time.toISOString().slice(0, 19)})`;

test("a one-time schedule fires when the clock passes its time, and is deleted when asked to be", async () => {
  const { scheduler, sqs, clock, url, input, exists, aws } = await startWithQueue();
  const due = after(clock, 30 * 86_400_000);
  await scheduler.send(new CreateScheduleCommand(input("once", at(due))));
  await scheduler.send(new CreateScheduleCommand({ ...input("kept", at(due)), ActionAfterCompletion: "NONE" }));
  clock.moveTo(new Date(due.getTime() - 60_000));
  expect(await receive(sqs, url)).toEqual([]);
  expect(await exists("once")).toBe(true);
  clock.moveTo(due);
  const bodies = (await receive(sqs, url)).map(({ Body }) => Body);
  expect(bodies).toEqual(['{"name":"once"}', '{"name":"kept"}']);
  expect([await exists("once"), await exists("kept")]).toEqual([false, true]);
  expect(aws.activity().dueSchedules).toBe(0);
});

test("a schedule fires within 200 ms of its time when the clock just runs", async () => {
  const { scheduler, sqs, clock, url, input } = await startWithQueue();
  const due = new Date(Math.ceil(clock.now().getTime() / 1_000) * 1_000);
  await scheduler.send(new CreateScheduleCommand(input("soon", at(due))));
  const messages = await receive(sqs, url, { waitSec: 5 });
  expect(messages).toHaveLength(1);
  const late = clock.now().getTime() - due.getTime();
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(200);
});

test("the time of a schedule is read in its time zone", async () => {
  const clock = runningClock();
  clock.moveTo(new Date("2040-07-01T00:00:00Z"));
  const { scheduler, sqs, url, input } = await startWithQueue(clock);
  await scheduler.send(
    new CreateScheduleCommand({
      ...input("noon", "at(2040-07-01T12:00:00)"),
      ScheduleExpressionTimezone: "Europe/Berlin",
    }),
  );
  clock.moveTo(new Date("2040-07-01T09:59:00Z"));
  expect(await receive(sqs, url)).toEqual([]);
  clock.moveTo(new Date("2040-07-01T10:00:00Z"));
  expect(await receive(sqs, url)).toHaveLength(1);
});

test("a rate fires again and again, once for each move of the clock", async () => {
  const { scheduler, sqs, clock, url, input } = await startWithQueue();
  await scheduler.send(new CreateScheduleCommand(input("often", "rate(5 minutes)")));
  for (let round = 0; round < 3; round++) {
    clock.moveTo(after(clock, 5 * 60_000));
    expect(await receive(sqs, url, { visibilitySec: 43_200 })).toHaveLength(1);
  }
  clock.moveTo(after(clock, 60 * 60_000));
  expect(await receive(sqs, url, { visibilitySec: 43_200 })).toHaveLength(1);
});

test("schedules are read, listed, changed and deleted", async () => {
  const { scheduler, sqs, clock, url, input } = await startWithQueue();
  const due = after(clock, 3_600_000);
  for (const name of ["b", "a", "c"]) await scheduler.send(new CreateScheduleCommand(input(name, at(due))));
  const read = await scheduler.send(new GetScheduleCommand({ Name: "a", GroupName: "gateway" }));
  expect(read).toMatchObject({
    Name: "a",
    ScheduleExpression: at(due),
    State: "ENABLED",
    CreationDate: expect.any(Date),
  });
  const first = await scheduler.send(new ListSchedulesCommand({ GroupName: "gateway", MaxResults: 2 }));
  const second = await scheduler.send(new ListSchedulesCommand({ GroupName: "gateway", NextToken: first.NextToken }));
  expect([first, second].map(({ Schedules }) => Schedules?.map(({ Name }) => Name))).toEqual([["a", "b"], ["c"]]);
  await scheduler.send(new UpdateScheduleCommand({ ...input("a", at(after(clock, 60_000))), State: "DISABLED" }));
  await scheduler.send(new DeleteScheduleCommand({ Name: "b", GroupName: "gateway" }));
  await expect(scheduler.send(new DeleteScheduleCommand({ Name: "b", GroupName: "gateway" }))).rejects.toThrow(
    ResourceNotFoundException,
  );
  clock.moveTo(due);
  expect((await receive(sqs, url)).map(({ Body }) => Body)).toEqual(['{"name":"c"}']);
  await scheduler.send(new DeleteScheduleGroupCommand({ Name: "gateway" }));
  expect((await scheduler.send(new ListSchedulesCommand({}))).Schedules).toEqual([]);
});

test("a name that is taken, a group that is not there and an unreadable time are refused", async () => {
  const { scheduler, clock, input } = await startWithQueue();
  const good = input("a", at(after(clock, 60_000)));
  await scheduler.send(new CreateScheduleCommand({ ...good, ClientToken: "one" }));
  await scheduler.send(new CreateScheduleCommand({ ...good, ClientToken: "one" })); // the same request, sent again
  await expect(scheduler.send(new CreateScheduleCommand(good))).rejects.toThrow(ConflictException);
  await expect(scheduler.send(new CreateScheduleGroupCommand({ Name: "gateway" }))).rejects.toThrow(ConflictException);
  const lost = new CreateScheduleCommand({ ...good, Name: "b", GroupName: "none" });
  await expect(scheduler.send(lost)).rejects.toThrow(ResourceNotFoundException);
  for (const expression of ["at(tomorrow)", "at(2040-13-01T00:00:00)", "rate(0 minutes)", "cron(0 0 * * ? *)"]) {
    const bad = new CreateScheduleCommand(input("b", expression));
    await expect(scheduler.send(bad)).rejects.toThrow(ValidationException);
  }
});
