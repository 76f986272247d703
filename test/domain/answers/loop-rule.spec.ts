import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOOP_LIMITS } from "../../../core/contracts/answers/answer-limits.ts";
import { afterAnswer } from "../../../core/domain/answers/after-answer.ts";
import { type AutomationState, NEW_CHAT } from "../../../core/domain/answers/chat-state.ts";
import type { Automations, Decision } from "../../../core/domain/answers/decide-answer.ts";
import { decideTurn } from "../../../core/domain/answers/decide-turn.ts";
import { noteTurn } from "../../../core/domain/answers/loop-rule.ts";
import { matchText } from "../../../core/domain/answers/match-text.ts";
import { useToday } from "../../../core/domain/answers/turn-timing.ts";

const PER_CHAT = 30;
const document = {
  ...{ enabled: true, greeting: "Welcome!", handover_message: "A colleague comes." },
  choices: [
    { label: "Prices", outcome: "answer" as const, answer: "Ten." },
    {
      label: "Orders",
      outcome: "menu" as const,
      choices: [
        { label: "Where is it", outcome: "answer" as const, answer: "On its way." },
        { label: "Returns", outcome: "answer" as const, answer: "By post." },
      ],
    },
  ],
};
const menu = { document, version: 1, language: "en" };
const agent = {
  ...{ enabled: true, state: "on" as const, hours: null, handover_words: ["human"], perChat: PER_CHAT, use: null },
};
const autoReply = { enabled: true, text: "Soon.", away_text: "Closed.", hours: null, every_hours: 12, language: null };
const OFF: Automations = { zone: "UTC", menu: null, agent: null, autoReply: null };

/**
 * Runs a chat and its automations as the chat worker does. @param model returns the agent's answer to the nth text it
 * receives.
 */
function talk(on: Automations, model: (n: number, text: string) => string) {
  let chat: AutomationState = NEW_CHAT;
  let before: number | null = null;
  let asked = 0;
  return {
    now: Date.parse("2026-11-23T06:00:00Z"),
    /** Makes the person write after `afterMs`. @returns the decision, and the answer's text, if any. */
    write(text: string, afterMs: number): { decision: Decision; said: string | null } {
      this.now += afterMs;
      const now = new Date(this.now);
      const noted = { ...chat, loop: noteTurn(chat.loop, [matchText(text)], now) };
      const decision = decideTurn(noted, on, { texts: [text], before }, now);
      before = this.now;
      const said = decision.kind === "agent" ? model(asked++, text) : "text" in decision ? decision.text : null;
      const use = useToday(noted.use, now, on.zone);
      const counted = decision.kind === "agent" ? { ...noted, use: { ...use, replies: use.replies + 1 } } : noted;
      chat = afterAnswer(counted, decision, 1, now, said ?? "");
      return { decision, said };
    },
  };
}

describe("a person", () => {
  it("who walks the menu on any path and at any pace is never silenced", () => {
    // These choices are in every list. A choice's label from another list doesn't match, and three misses within
    // seconds indicate a machine.
    const choice = fc.constantFrom("1", "2", "0", "１", "menu", "back", "2.", "two");
    const step = fc.record({ text: choice, afterMs: fc.integer({ min: 0, max: 5 * 60_000 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: LOOP_LIMITS.answersPerDay - 1 }), fc.boolean(), (steps, hasAgent) => {
        const one = talk({ ...OFF, menu, agent: hasAgent ? agent : null }, () => "Yes.");
        one.write("hello", 0);
        for (const { text, afterMs } of steps) {
          const { decision } = one.write(text, afterMs);
          expect(decision, text).toMatchObject({ kind: "menu" });
        }
      }),
    );
  });

  it("who says ok after each of three answers is answered next", () => {
    const one = talk({ ...OFF, agent }, (n) => `Answer ${n}.`);
    const words = ["Do you deliver?", "ok", "And on Sunday?", "ok", "What does it cost?", "ok", "Can I pay by card?"];
    for (const text of words) expect(one.write(text, 12_000).decision.kind, text).toBe("agent");
  });

  it("who goes back and forth in a nested menu is answered", () => {
    const one = talk({ ...OFF, menu }, () => "");
    one.write("hello", 0);
    for (const text of ["1", "1", "0", "1", "2", "1", "1", "0", "1"])
      expect(one.write(text, 4_000).decision.kind, text).toBe("menu");
  });

  it("who asks for people gets them, however often they asked the same", () => {
    const one = talk({ ...OFF, agent }, () => "I don't know.");
    one.write("Where is it?", 60_000);
    one.write("Where is it?", 60_000);
    expect(one.write("human", 60_000).decision).toMatchObject({ kind: "handover", why: "words" });
  });

  it("has as many different answers of the agent in a day as its setting says", () => {
    const perChat = 100;
    const one = talk({ ...OFF, agent: { ...agent, perChat } }, (n) => `Answer ${n}.`);
    let answers = 0;
    while (one.write(`Question ${answers}?`, 60_000).decision.kind === "agent") answers++;
    expect(answers).toBe(perChat);
  });
});

describe("two automations that answer each other", () => {
  const ECHO = (said: string) => said;
  const machines = {
    echo: ECHO,
    constant: () => "We got your message.",
    counter: (_: string, n: number) => `Ticket ${n} was opened.`,
    chooser: () => "1",
    walker: (_: string, n: number) => String(n % 3),
    polite: (said: string) => `Thanks for "${said.slice(0, 10)}"!`,
  };
  const models = {
    constant: () => "Yes.",
    counter: (n: number) => `Answer ${n}.`,
    echo: (_: number, text: string) => `You said ${text}`,
  };

  /** Counts how many times our side answers before it falls silent. */
  function answersOf(on: Automations, machine: keyof typeof machines, model: keyof typeof models, delays: number[]) {
    const ours = talk(on, models[model]);
    let said: string | null = "Hello";
    for (let n = 0; ; n++) {
      ({ said } = ours.write(machines[machine](said, n), delays[n % delays.length] ?? 0));
      if (said === null) return n;
      if (n > 10_000) throw new Error("They never end.");
    }
  }

  it("end, with whatever delays", () => {
    const switches = fc.record({ menu: fc.boolean(), agent: fc.boolean(), autoReply: fc.boolean() });
    const machine = fc.constantFrom(...(Object.keys(machines) as (keyof typeof machines)[]));
    const model = fc.constantFrom(...(Object.keys(models) as (keyof typeof models)[]));
    const delays = fc.array(fc.integer({ min: 0, max: 9 * 60_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(switches, machine, model, delays, (is, theirs, answer, after) => {
        const on = {
          ...OFF,
          menu: is.menu ? menu : null,
          agent: is.agent ? agent : null,
          autoReply: is.autoReply ? autoReply : null,
        };
        // The agent's limit applies per calendar day, and the conversation may span two days.
        expect(answersOf(on, theirs, answer, after)).toBeLessThanOrEqual(LOOP_LIMITS.answersPerDay + 2 * PER_CHAT + 1);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["within 3 seconds", 1_000, "counter", "counter", 6],
    ["within 15 seconds", 10_000, "counter", "counter", 12],
    ["slowly, with the same answer", 40_000, "counter", "constant", 12],
    ["slowly, with an equal text and the same answer", 200_000, "constant", "constant", 2],
    ["slowly, with other words each time: by the agent's own limit", 40_000, "counter", "counter", PER_CHAT],
    ["by a machine that always takes choice 1", 1_000, "chooser", "counter", 100],
  ] as const)("%s, end after so many answers", (_, delay, machine, model, most) => {
    const on = machine === "chooser" ? { ...OFF, menu } : { ...OFF, agent };
    const answers = answersOf(on, machine, model, [delay]);
    expect(answers).toBeLessThanOrEqual(most);
    expect(answers).toBeGreaterThan(0);
  });
});
