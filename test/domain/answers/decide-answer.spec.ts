import { describe, expect, it } from "vitest";
import { AGENT_LIMITS } from "../../../core/contracts/answers/answer-limits.ts";
import { WEEKDAYS } from "../../../core/contracts/answers/answer-states.ts";
import { afterAnswer } from "../../../core/domain/answers/after-answer.ts";
import {
  handedOver,
  handledByHand,
  menuShown,
  NEW_CHAT,
  notAnswered,
  takenByAgent,
  teamWrote,
} from "../../../core/domain/answers/chat-state.ts";
import { type Automations, decideAnswer } from "../../../core/domain/answers/decide-answer.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const closedNow = { days: [...WEEKDAYS], from: "20:00", to: "21:00" };
const document = {
  ...{ enabled: true, greeting: "Hi", handover_message: "" },
  choices: [
    { label: "Prices", outcome: "answer" as const, answer: "Ten." },
    { label: "Robot", outcome: "ai" as const },
    { label: "More", outcome: "menu" as const, choices: [{ label: "Jobs", outcome: "handover" as const }] },
  ],
};
const menu = { document, version: 1, language: "en" };
const agent = {
  ...{ enabled: true, state: "on" as const, hours: null, handover_words: ["human"], perChat: 30 },
  use: null as { day: string; replies: number; tokens: number } | null,
};
const autoReply = { enabled: true, text: "Soon", away_text: "Closed", hours: null, every_hours: 12, language: null };
const OFF: Automations = { zone: "UTC", menu: null, agent: null, autoReply: null };
const ALL: Automations = { zone: "UTC", menu, agent, autoReply };
const talk = (text: string | null) => ({ text, before: NOW.getTime() - 60_000 });
const fresh = (text: string) => ({ text, before: null });

const AGENTS = {
  off: null,
  on: agent,
  closed: { ...agent, hours: closedNow },
  error: { ...agent, state: "error" as const },
  full: { ...agent, use: { day: "2026-11-23", replies: AGENT_LIMITS.repliesPerDay, tokens: 0 } },
};
const AUTOS = { off: null, on: autoReply, closed: { ...autoReply, hours: closedNow } };

describe("one automation answers, or nobody", () => {
  const expected = (a: keyof typeof AGENTS, r: keyof typeof AUTOS) => {
    if (a === "on") return "agent";
    if (r === "off") return "silent";
    // Outside the agent's hours, the auto-reply follows its own hours, as it does without an agent.
    if (a === "off" || a === "closed") return r === "on" ? "auto_reply" : "away";
    return "away";
  };
  const states = Object.keys(AGENTS).flatMap((a) => Object.keys(AUTOS).map((r) => [a, r]));

  it.each(states as [keyof typeof AGENTS, keyof typeof AUTOS][])("agent %s, auto-reply %s", (a, r) => {
    const on = { ...OFF, agent: AGENTS[a], autoReply: AUTOS[r] };
    expect(decideAnswer(NEW_CHAT, on, talk("hello"), NOW).kind).toBe(expected(a, r));
    // The menu answers if the text is one of its choices, and leaves any other text to the agent and the auto-reply.
    expect(decideAnswer(NEW_CHAT, { ...on, menu }, fresh("hello"), NOW)).toMatchObject({
      kind: "menu",
      why: "greeting",
    });
    expect(decideAnswer(NEW_CHAT, { ...on, menu }, talk("1"), NOW)).toMatchObject({ kind: "menu", text: "Ten." });
    expect(decideAnswer(NEW_CHAT, { ...on, menu }, talk("hello"), NOW).kind).toBe(expected(a, r));
    const toAgent = decideAnswer(NEW_CHAT, { ...on, menu }, talk("robot"), NOW).kind;
    expect(toAgent).toBe(a === "on" ? "agent" : "handover");
  });

  it("none, once the team wrote, until its minutes are over", () => {
    const chat = teamWrote(NEW_CHAT, NOW, 60);
    expect(chat.team_rev).toBe(1);
    expect(decideAnswer(chat, ALL, talk("1"), later(59)).kind).toBe("silent");
    expect(decideAnswer(chat, ALL, talk("1"), later(60)).kind).toBe("menu");
  });

  it("none while the team has the chat by hand, and after a hand-over for 12 hours", () => {
    const own = handledByHand(NEW_CHAT, "team");
    expect(decideAnswer(own, ALL, talk("1"), later(99_999)).kind).toBe("silent");
    expect(decideAnswer(handledByHand(own, null), ALL, talk("1"), later(1)).kind).toBe("menu");
    const handed = handedOver(NEW_CHAT, NOW);
    expect(handed.team_rev).toBe(0);
    expect(decideAnswer(handed, ALL, talk("1"), later(719)).kind).toBe("silent");
    expect(decideAnswer(handed, ALL, talk("1"), later(720)).kind).toBe("menu");
  });

  it("words of a hand-over come before the menu, whole and in a short text only", () => {
    expect(decideAnswer(NEW_CHAT, ALL, fresh("a HUMAN please!"), NOW)).toEqual({ kind: "handover", why: "words" });
    expect(decideAnswer(NEW_CHAT, ALL, talk("humanity"), NOW).kind).toBe("agent");
    expect(decideAnswer(NEW_CHAT, ALL, talk(`human ${"x".repeat(60)}`), NOW).kind).toBe("agent");
  });

  it("an open list is answered, missed once, then left to the agent or to people; it ends at 30 minutes and by PUT", () => {
    const open = menuShown(NEW_CHAT, [3], 1, NOW);
    expect(decideAnswer(open, ALL, talk("1"), later(29))).toEqual({ kind: "handover", why: "choice" });
    expect(decideAnswer(open, ALL, talk("0"), later(1))).toMatchObject({ why: "greeting", level: [] });
    expect(decideAnswer(open, ALL, talk(null), later(1))).toMatchObject({ kind: "menu", why: "miss" });
    expect(decideAnswer({ ...open, misses: 1 }, ALL, talk("x"), later(1))).toEqual({ kind: "agent", why: "misses" });
    const noAgent = { ...ALL, agent: null };
    expect(decideAnswer({ ...open, misses: 1 }, noAgent, talk("x"), later(1)).kind).toBe("handover");
    expect(decideAnswer(open, ALL, talk("1"), later(30))).toMatchObject({ text: "Ten." });
    expect(decideAnswer(open, { ...ALL, menu: { ...menu, version: 2 } }, talk("1"), later(1))).toMatchObject({
      text: "Ten.",
    });
  });

  it("the second turn in a row that the agent did not answer is handed over", () => {
    const first = notAnswered(NEW_CHAT);
    expect(first.isHandover).toBe(false);
    expect(notAnswered(first.chat).isHandover).toBe(true);
    expect(notAnswered(takenByAgent(first.chat, NOW)).isHandover).toBe(false);
  });

  it("a talk goes down a list, misses twice and is with people for 12 hours", () => {
    let chat = NEW_CHAT;
    const on = { ...OFF, menu, autoReply };
    const say = (text: string, minute: number) => {
      const decision = decideAnswer(chat, on, minute === 0 ? fresh(text) : talk(text), later(minute));
      chat = afterAnswer(chat, decision, 1, later(minute));
      return `${decision.kind} ${decision.why}`;
    };
    expect(["hello", "3", "0", "x", "1", "x", "y", "1"].map(say)).toEqual([
      ...["menu greeting", "menu list", "menu greeting", "menu miss", "menu choice", "menu miss", "handover misses"],
      "silent team",
    ]);
    // After 12 hours without a message, the person is greeted again.
    expect(say("hello", 6 + 720)).toBe("menu greeting");
    expect(chat).toMatchObject({ greeted_at: later(726).getTime(), misses: 0, handled_by: "menu", team_rev: 0 });
  });

  it("where an agent can't answer in its hours, text goes when there is no away text", () => {
    for (const broken of [AGENTS.error, AGENTS.full]) {
      for (const away_text of [null, ""]) {
        const on = { ...OFF, agent: broken, autoReply: { ...autoReply, away_text } };
        expect(decideAnswer(NEW_CHAT, on, talk("x"), NOW)).toEqual({
          ...{ kind: "auto_reply", text: "Soon", why: "agent_cannot" },
        });
      }
      const on = { ...OFF, agent: broken, autoReply };
      expect(decideAnswer(NEW_CHAT, on, talk("x"), NOW)).toEqual({
        ...{ kind: "away", text: "Closed", why: "agent_cannot" },
      });
    }
  });

  it("an agent by night and an auto-reply by day: at 14:00 nobody reads that it is closed", () => {
    const by = (from: string, to: string) => ({ days: [...WEEKDAYS], from, to });
    const on = {
      ...OFF,
      agent: { ...agent, hours: by("22:00", "08:00") },
      autoReply: { ...autoReply, hours: by("08:00", "22:00") },
    };
    const at = (time: string) => decideAnswer(NEW_CHAT, on, talk("x"), new Date(`2026-11-23T${time}:00Z`));
    expect(at("14:00")).toEqual({ kind: "auto_reply", text: "Soon", why: "in_hours" });
    expect(at("23:00").kind).toBe("agent");
    const late = { ...on, agent: { ...agent, hours: by("23:00", "08:00") } };
    expect(decideAnswer(NEW_CHAT, late, talk("x"), new Date("2026-11-23T22:30:00Z"))).toMatchObject({
      ...{ kind: "away", why: "out_of_hours" },
    });
  });

  it("an auto-reply comes once in its hours", () => {
    const chat = { ...NEW_CHAT, auto_replied_at: NOW.getTime() };
    const on = { ...OFF, autoReply };
    expect(decideAnswer(chat, on, talk("x"), later(719))).toEqual({ kind: "silent", why: "already_replied" });
    expect(decideAnswer(chat, on, talk("x"), later(720)).kind).toBe("auto_reply");
  });
});
