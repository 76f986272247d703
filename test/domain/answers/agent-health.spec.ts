import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AgentHealth,
  afterCall,
  agentState,
  mayAsk,
  NEW_HEALTH,
  type ProviderSign,
  restAfter,
} from "../../../core/domain/answers/agent-health.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const later = (sec: number) => new Date(NOW.getTime() + sec * 1_000);
const heard = (...signs: ProviderSign[]): AgentHealth =>
  signs.reduce((health, sign) => afterCall(health, sign, NOW), NEW_HEALTH);
const broken = (state_reason: "bad_key" | "no_credit" | "model_gone") => ({ kind: "broken", state_reason }) as const;
const limited = (retry_after_sec: number | null = null) => ({ kind: "rate_limited", retry_after_sec }) as const;
const DOWN = { kind: "unavailable" } as const;
const ANSWERED = { kind: "answered" } as const;
const REFUSED = { kind: "refused", usage: { input_tokens: 1, output_tokens: 1 } } as const;

describe("the state of an agent", () => {
  it.each([
    ["bad_key", 6 * 3_600],
    ["no_credit", 15 * 60],
  ] as const)("%s is an error at once; a turn tries again after %d s", (reason, sec) => {
    const health = heard(broken(reason));
    expect(health).toMatchObject({ state: "error", reason, last_error_at: NOW.toISOString() });
    expect(mayAsk(health, later(sec - 1))).toBe(false);
    expect(mayAsk(health, later(sec))).toBe(true);
  });

  it("model_gone is an error until the settings change", () => {
    expect(mayAsk(heard(broken("model_gone")), later(10 ** 9))).toBe(false);
  });

  it("a provider that wants pauses is an error the third time in a row, and not before", () => {
    expect(heard(limited(), limited())).toMatchObject({ state: "on", last_error_at: NOW.toISOString() });
    const third = heard(limited(), limited(), limited());
    expect(third).toMatchObject({ state: "error", reason: "rate_limited" });
    expect(mayAsk(third, later(59))).toBe(false);
    expect(mayAsk(third, later(60))).toBe(true);
    expect(heard(limited(), limited(), ANSWERED, limited()).state).toBe("on");
  });

  it("a provider that gives no answer is an error without a reason the third turn in a row; one turn a minute tries", () => {
    expect(heard(DOWN, DOWN).state).toBe("on");
    const third = heard(DOWN, DOWN, DOWN);
    expect(third).toMatchObject({ state: "error", reason: null });
    expect(mayAsk(third, later(60))).toBe(true);
    expect(mayAsk(afterCall(third, DOWN, later(60)), later(119))).toBe(false);
  });

  it("rests 5, 20 s before it asks again, or as long as the provider wishes, at most 60 s", () => {
    const rests = [1, 2, 3].map((count) => {
      const health = heard(...Array.from({ length: count }, () => limited()));
      return restAfter(health, limited());
    });
    expect(rests).toEqual([5_000, 20_000, null]);
    expect(restAfter(heard(limited(7)), limited(7))).toBe(7_000);
    expect(restAfter(heard(limited(3_600)), limited(3_600))).toBe(60_000);
    expect(restAfter(heard(DOWN), DOWN)).toBeNull();
  });

  it("the first answer clears every error, and a refused question changes nothing", () => {
    const sign = fc.constantFrom(broken("bad_key"), broken("no_credit"), limited(), DOWN, REFUSED);
    fc.assert(
      fc.property(fc.array(sign), (signs) => {
        const health = heard(...signs);
        expect(afterCall(health, REFUSED, later(1))).toEqual(health);
        expect(afterCall(health, ANSWERED, later(1))).toMatchObject({
          state: "on",
          limited: 0,
          down: 0,
          retry_at: null,
        });
      }),
    );
  });

  it("is off when the agent is, whatever its provider says", () => {
    expect(agentState({ enabled: false }, heard(broken("bad_key")))).toBe("off");
    expect(agentState({ enabled: true }, null)).toBe("on");
    expect(agentState({ enabled: true }, heard(broken("bad_key")))).toBe("error");
  });
});
