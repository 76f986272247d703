import { expect } from "vitest";
import { type Resource, synthesised } from "./synthesised.ts";

/** Returns one of a stage's service alarms as written in its template. */
export function alarmOf(stage: string, id: string): Resource["Properties"] {
  const all = synthesised(stage)
    .service.ofType("AWS::CloudWatch::Alarm")
    .map(([, { Properties }]) => Properties);
  const found = all.find(({ AlarmName }) => AlarmName === `messaging-gateway-${stage}-${id}`);
  if (!found) throw new Error(`The service has no alarm ${id}.`);
  return found;
}

/**
 * Returns the minute at which an alarm on a sum goes off under CloudWatch's rules: all evaluated periods in a row are
 * at or above the threshold, and none lacks data. Returns null if the alarm doesn't go off.
 * @param failures minutes at which a request failed. @param offset how many minutes before the first failure the first
 * period begins.
 */
export function ringsAt(id: string, failures: readonly number[], offset = 0): number | null {
  const { Statistic, Period, EvaluationPeriods, DatapointsToAlarm, Threshold, TreatMissingData } = alarmOf("prod", id);
  expect({ Statistic, TreatMissingData, DatapointsToAlarm: DatapointsToAlarm ?? EvaluationPeriods }).toEqual({
    Statistic: "Sum",
    TreatMissingData: "notBreaching",
    DatapointsToAlarm: EvaluationPeriods,
  });
  const minutes = Period / 60;
  const last = Math.max(...failures) + minutes;
  let inARow = 0;
  for (let from = -offset; from <= last; from += minutes) {
    const sum = failures.filter((at) => at >= from && at < from + minutes).length;
    inARow = sum >= Threshold ? inARow + 1 : 0;
    if (inARow >= EvaluationPeriods) return from + minutes;
  }
  return null;
}

/**
 * Returns the minutes at which a client sends requests if it sends a request every `everyMin` minutes for six hours.
 */
export const poller = (everyMin: number) => Array.from({ length: Math.floor(360 / everyMin) }, (_, n) => n * everyMin);

/** Returns every possible number of minutes between the start of an alarm period and the first failure. */
export const offsetsOf = (id: string) => Array.from({ length: alarmOf("prod", id).Period / 60 }, (_, offset) => offset);

/**
 * Returns the latest minute at which the alarm can go off, regardless of when its periods begin, or null if it might
 * not go off at all.
 */
export const latest = (id: string, failures: readonly number[]) =>
  offsetsOf(id)
    .map((offset) => ringsAt(id, failures, offset))
    .reduce<number | null>((worst, at) => (worst === null || at === null ? null : Math.max(worst, at)), 0);
