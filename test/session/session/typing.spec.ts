import { beforeEach, describe, expect, it } from "vitest";
import { Typing } from "../../../session-service/session/typing.ts";
import { stillClock } from "../../support/test-clock.ts";

const [ANA, BEN] = ["1@lid", "2@lid"];

describe("typing in the chats of a connection", () => {
  const seen: string[] = [];
  const never = new AbortController().signal;
  let clock = stillClock(new Date("2026-11-20T09:30:00.000Z"));
  let typing: Typing;
  let isOpen = true;
  beforeEach(() => {
    seen.length = 0;
    isOpen = true;
    clock = stillClock(new Date("2026-11-20T09:30:00.000Z"));
    const presence = async (kind: string, chat?: string) => void seen.push(chat ? `${kind} ${chat}` : kind);
    typing = new Typing(clock, { presence }, () => isOpen);
  });
  /** Waits until all effects of earlier events have occurred. */
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const pass = async (seconds: number) => {
    clock.moveTo(new Date(clock.now().getTime() + seconds * 1000));
    await settled();
  };
  const begin = (chat: string, sign: "composing" | "recording" | null, forMs = 10_000) =>
    typing.begin({ chat, sign, forMs, over: never });

  it("is repeated before it fades, taken away in the end, and the number is online meanwhile only", async () => {
    await begin(ANA, "recording");
    expect(seen).toEqual(["available", `recording ${ANA}`]);
    await pass(8);
    expect(seen.splice(0)).toEqual(["available", `recording ${ANA}`, `recording ${ANA}`]);
    await pass(2);
    expect(seen).toEqual([`paused ${ANA}`, "unavailable"]);
  });

  it("is replaced by the next sign in the same chat, without a gap", async () => {
    await begin(ANA, "composing");
    await begin(ANA, "recording");
    await settled();
    await pass(10);
    expect(seen).toEqual([
      ...["available", `composing ${ANA}`, "available", `recording ${ANA}`],
      ...[`paused ${ANA}`, "unavailable"],
    ]);
  });

  it("keeps the number online until the last chat has ended", async () => {
    await begin(ANA, "composing");
    await pass(5);
    await begin(BEN, "composing");
    await pass(5);
    expect(seen.slice(-1)).toEqual([`paused ${ANA}`]);
    await pass(5);
    expect(seen.slice(-2)).toEqual([`paused ${BEN}`, "unavailable"]);
  });

  it("ends when it is paused, also when nothing is shown", async () => {
    await begin(ANA, "composing");
    await begin(ANA, null);
    await settled();
    expect(seen).toEqual(["available", `composing ${ANA}`, `paused ${ANA}`, "unavailable"]);
    await begin(BEN, null);
    expect(seen.slice(4)).toEqual([`paused ${BEN}`]);
  });

  it("ends with its session, and with its connection", async () => {
    const session = new AbortController();
    await typing.begin({ chat: ANA, forMs: 10_000, over: session.signal });
    session.abort();
    await settled();
    expect(seen.splice(0).slice(2)).toEqual([`paused ${ANA}`, "unavailable"]);
    await begin(BEN, "composing");
    isOpen = false;
    await pass(8);
    expect(seen.slice(2)).toEqual([`paused ${BEN}`, "unavailable"]);
  });

  it("says so when it can't be shown", async () => {
    const broken = new Typing(clock, { presence: () => Promise.reject(new Error("The line is cut.")) }, () => true);
    await expect(broken.begin({ chat: ANA, forMs: 10_000, over: never })).rejects.toThrow("The line is cut.");
  });
});
