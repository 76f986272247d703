import { describe, expect, it } from "vitest";
import { type Resource, synthesised } from "./synthesised.ts";

const { service } = synthesised("prod");

/** Returns a service alarm as written in its template. */
function alarm(id: string): Resource["Properties"] {
  const all = service.ofType("AWS::CloudWatch::Alarm").map(([, { Properties }]) => Properties);
  const found = all.find(({ AlarmName }) => AlarmName === `messaging-gateway-prod-${id}`);
  if (!found) throw new Error(`The service has no alarm ${id}.`);
  return found;
}

/**
 * Returns the minute at which an alarm on a sum goes off, as CloudWatch evaluates it: every evaluated period in a row
 * is at or above its threshold, and none lacks data. Returns null if it doesn't go off.
 * @param failures minutes at which a request ended with a 5xx. @param offset minutes by which the first period is
 * older.
 */
function ringsAt(id: string, failures: readonly number[], offset = 0): number | null {
  const { Statistic, Period, EvaluationPeriods, DatapointsToAlarm, Threshold, TreatMissingData } = alarm(id);
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

/** A client that sends a request every so many minutes and gets only 500s, for six hours. */
const poller = (everyMin: number) => Array.from({ length: Math.floor(360 / everyMin) }, (_, n) => n * everyMin);
const offsets = Array.from({ length: 15 }, (_, offset) => offset);
const latest = (id: string, failures: readonly number[]) =>
  offsets
    .map((offset) => ringsAt(id, failures, offset))
    .reduce<number | null>((worst, at) => (worst === null || at === null ? null : Math.max(worst, at)), 0);

describe("the alarms on answers of 5xx", () => {
  it("tell of a client that asks every five minutes and gets only errors within 45 minutes", () => {
    expect(latest("api-errors-steady", poller(5))).toBeLessThanOrEqual(45);
    expect(ringsAt("api-server-errors", poller(5))).toBeNull();
  });

  it("do not tell of a client that asks every fifteen minutes: one error in a quarter of an hour is any request's bad luck", () => {
    expect(latest("api-errors-steady", poller(15))).toBeNull();
  });

  it("tell of ten errors a minute within two minutes and a half, by the alarm that pages", () => {
    const burst = Array.from({ length: 100 }, (_, n) => n / 10);
    expect(
      offsets.map((offset) => ringsAt("api-server-errors", burst, offset / 15)).every((at) => at !== null && at <= 3),
    ).toBe(true);
  });

  it("are silent on a deployment's moment, and on an error an hour", () => {
    const moment = [0, 0, 0, 0, 0, 0, 0, 0];
    for (const id of ["api-errors-steady", "api-server-errors"])
      expect(offsets.every((offset) => ringsAt(id, moment, offset) === null)).toBe(true);
    expect(latest("api-errors-steady", poller(60))).toBeNull();
  });
});
