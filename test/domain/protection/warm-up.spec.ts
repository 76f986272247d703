import { describe, expect, it } from "vitest";
import { NEW_WARM_UP, nextWarmUp, type WarmUp, type WarmUpDay } from "../../../core/domain/protection/warm-up.ts";

const GOOD: WarmUpDay = { active: true, score: 85, new_people: 0, answered: 0, restricted: false, other_phone: false };

function warmUpAfter(days: number, day: Partial<WarmUpDay> = {}, from: WarmUp = NEW_WARM_UP): WarmUp {
  let warmUp = from;
  for (let passed = 0; passed < days; passed++) warmUp = nextWarmUp(warmUp, { ...GOOD, ...day });
  return warmUp;
}

describe("the warm-up", () => {
  it.each([
    [6, 1],
    [7, 2],
    [13, 2],
    [14, 3],
    [20, 3],
    [21, 4],
    [29, 4],
    [30, 5],
    [59, 5],
    [60, 6],
    [89, 6],
    [90, 7],
    [200, 7],
  ])("after %d good active days stands at stage %d", (days, stage) => {
    expect(warmUpAfter(days)).toMatchObject({ stage, active_days: days, held_because: null });
  });

  it("counts active days only", () => {
    expect(warmUpAfter(6, { active: false }, warmUpAfter(6))).toMatchObject({ stage: 1, active_days: 6, idle_days: 6 });
  });

  it("is held under 80, until safety was at least 80 for 3 days", () => {
    const held = warmUpAfter(3, { score: 79 }, warmUpAfter(6));
    expect(held).toMatchObject({ stage: 1, held_because: "safety" });
    expect(warmUpAfter(2, {}, held)).toMatchObject({ stage: 1, held_because: "safety" });
    expect(warmUpAfter(3, {}, held)).toMatchObject({ stage: 2, held_because: null });
  });

  it("is held while fewer than 30 % of new people answered, from 10 of them on", () => {
    expect(warmUpAfter(8, { new_people: 10, answered: 2 })).toMatchObject({ stage: 1, held_because: "few_answers" });
    expect(warmUpAfter(8, { new_people: 10, answered: 3 })).toMatchObject({ stage: 2 });
    expect(warmUpAfter(8, { new_people: 9, answered: 0 })).toMatchObject({ stage: 2 });
  });

  it("rises by one stage a day at most", () => {
    const held = warmUpAfter(40, { score: 75 });
    expect(held.stage).toBe(1);
    expect(warmUpAfter(3, {}, held).stage).toBe(2);
    expect(warmUpAfter(4, {}, held).stage).toBe(3);
  });

  it("falls one stage under 60, once a week, and earns its days anew", () => {
    const risky = warmUpAfter(1, { score: 59 }, warmUpAfter(60));
    expect(risky).toMatchObject({ stage: 5, active_days: 30, held_because: "safety" });
    expect(warmUpAfter(6, { score: 59 }, risky).stage).toBe(5);
    expect(warmUpAfter(7, { score: 59 }, risky).stage).toBe(4);
    expect(warmUpAfter(1, { score: 60 }, warmUpAfter(60)).stage).toBe(6);
  });

  it.each([{ restricted: true }, { other_phone: true }])("begins anew after %o", (what) => {
    expect(warmUpAfter(1, what, warmUpAfter(90))).toEqual(NEW_WARM_UP);
  });

  it.each([
    [6, 7],
    [7, 6],
    [13, 6],
    [14, 5],
    [21, 4],
    [28, 3],
    [29, 3],
    [30, 1],
    [60, 1],
  ])("after %d idle days stands at stage %d", (days, stage) =>
    expect(warmUpAfter(days, { active: false }, warmUpAfter(90)).stage).toBe(stage),
  );
});
