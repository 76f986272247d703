import type { MovableClock } from "../../machine/clock.ts";
import { clockAlarm } from "../service/clock-alarm.ts";
import { object, optionalText, text } from "../service/input.ts";
import type { Kept } from "../service/kept.ts";
import type { Service } from "../service/service.ts";
import type { SendToArn } from "../sqs/sqs.ts";
import { groupActions, type ScheduleGroup } from "./groups.ts";
import { nextFiring, type Schedule } from "./schedule.ts";
import { idOf, scheduleActions } from "./schedule-actions.ts";

/**
 * Starts an emulation of EventBridge Scheduler, with queues as targets. A schedule fires as soon as the gateway's clock
 * passes its time.
 */
export function startScheduler(options: {
  clock: MovableClock;
  kept: Kept;
  send: SendToArn;
  warn: (message: string) => void;
}): { service: Service; due(): number } {
  const { clock, warn } = options;
  const now = () => clock.now().getTime();
  const shelf = options.kept.shelf<Schedule>("schedules");
  const schedules = shelf.load();
  const groupShelf = options.kept.shelf<ScheduleGroup>("schedule-groups");
  const groups = groupShelf.load();
  const alarm = clockAlarm(clock, fireDue, warn);

  const waiting = () => [...schedules.values()].filter(({ enabled, nextAt }) => enabled && nextAt !== null);
  const dueNow = () => waiting().filter(({ nextAt }) => nextAt !== null && nextAt <= now());

  function put(schedule: Schedule): void {
    shelf.put(idOf(schedule), schedule); // first: a change that can't be kept hasn't happened
    schedules.set(idOf(schedule), schedule);
    setAlarm();
  }
  function remove(schedule: Schedule): void {
    shelf.remove(idOf(schedule));
    schedules.delete(idOf(schedule));
  }
  function setAlarm(): void {
    let soonest: number | null = null;
    for (const { enabled, nextAt } of schedules.values()) {
      if (enabled && nextAt !== null && (soonest === null || nextAt < soonest)) soonest = nextAt;
    }
    alarm.set(soonest);
  }

  function fireDue(): void {
    for (const schedule of dueNow()) {
      // Send the message first, so that after a crash in between, the schedule fires twice rather than never.
      fire(schedule);
      const nextAt = nextFiring(schedule, now());
      if (nextAt === null && schedule.deleteWhenDone) remove(schedule);
      else put({ ...schedule, nextAt });
    }
    setAlarm();
  }

  function fire({ name, target }: Schedule): void {
    const group = optionalText(object(target, "SqsParameters"), "MessageGroupId") ?? null;
    const arn = text(target, "Arn");
    const body = optionalText(target, "Input") ?? "{}";
    if (!options.send(arn, body, group)) warn(`Schedule ${name} fired into nothing: there is no queue ${arn}.`);
  }

  setAlarm();

  return {
    service: {
      name: "scheduler",
      actions: {
        ...scheduleActions({ schedules, groups, now, put, remove }),
        ...groupActions({
          groups,
          now,
          put(group) {
            groupShelf.put(group.name, group);
            groups.set(group.name, group);
          },
          remove(name) {
            groupShelf.remove(name);
            groups.delete(name);
            for (const schedule of [...schedules.values()]) if (schedule.group === name) remove(schedule);
          },
        }),
      },
      protocol: "rest",
      throttle: "ThrottlingException",
      stop: () => alarm.stop(),
    },
    due: () => dueNow().length,
  };
}
