import { AwsError } from "../service/aws-error.ts";
import { optionalText, text, whole } from "../service/input.ts";
import type { Action, Json } from "../service/service.ts";
import type { ScheduleGroup } from "./groups.ts";
import { describeSchedule, readSchedule, type Schedule, scheduleArn } from "./schedule.ts";

/** Returns a schedule's id, which is unique across groups. */
export function idOf(schedule: Pick<Schedule, "group" | "name">): string {
  return `${schedule.group}/${schedule.name}`;
}

/** Creates, updates, gets, deletes and lists schedules. */
export function scheduleActions(deps: {
  schedules: ReadonlyMap<string, Schedule>;
  groups: ReadonlyMap<string, ScheduleGroup>;
  now: () => number;
  put(schedule: Schedule): void;
  remove(schedule: Schedule): void;
}): Record<string, Action> {
  function existing(input: Json): Schedule {
    const name = text(input, "Name");
    const schedule = deps.schedules.get(idOf({ group: optionalText(input, "GroupName") ?? "default", name }));
    if (!schedule) throw new AwsError("ResourceNotFoundException", `Schedule ${name} does not exist.`, { status: 404 });
    return schedule;
  }

  return {
    CreateSchedule(input) {
      const schedule = readSchedule(input, deps.now());
      if (schedule.group !== "default" && !deps.groups.has(schedule.group)) {
        const message = `Schedule group ${schedule.group} does not exist.`;
        throw new AwsError("ResourceNotFoundException", message, { status: 404 });
      }
      const other = deps.schedules.get(idOf(schedule));
      if (other && (other.token === null || other.token !== schedule.token)) {
        throw new AwsError("ConflictException", `Schedule ${schedule.name} already exists.`, { status: 409 });
      }
      if (!other) deps.put(schedule);
      return { ScheduleArn: scheduleArn(schedule) };
    },
    UpdateSchedule(input) {
      const { createdAt } = existing(input);
      const schedule = { ...readSchedule(input, deps.now()), createdAt };
      deps.put(schedule);
      return { ScheduleArn: scheduleArn(schedule) };
    },
    GetSchedule: (input) => describeSchedule(existing(input)),
    DeleteSchedule(input) {
      deps.remove(existing(input));
      return {};
    },
    ListSchedules(input) {
      const max = whole(input, "MaxResults", { min: 1, max: 100, fallback: 100 });
      const after = optionalText(input, "NextToken") ?? "";
      const group = optionalText(input, "GroupName");
      const prefix = optionalText(input, "NamePrefix") ?? "";
      const state = optionalText(input, "State");
      const found = [...deps.schedules.values()]
        .filter((one) => (group === undefined || one.group === group) && one.name.startsWith(prefix))
        .filter((one) => state === undefined || one.enabled === (state === "ENABLED"))
        .filter((one) => idOf(one) > after)
        .sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
      const page = found.slice(0, max);
      const last = page.at(-1);
      return { Schedules: page.map(summary), ...(last && found.length > max && { NextToken: idOf(last) }) };
    },
  };
}

function summary(schedule: Schedule): Json {
  const { Arn, Name, GroupName, State, CreationDate, LastModificationDate } = describeSchedule(schedule);
  return { Arn, Name, GroupName, State, CreationDate, LastModificationDate, Target: { Arn: schedule.target.Arn } };
}
