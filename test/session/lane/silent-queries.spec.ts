import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitingProtected } from "../../../core/domain/protection/expected-time.ts";
import { sendingOf } from "../../../core/records/sending.ts";
import { keys } from "../../../core/store/keys.ts";
import { eventually } from "../../support/eventually.ts";
import { type Case, HOWS, isCase, KINDS, NAMESPACES, PLACES, SilenceWorld } from "../support/silence-world.ts";

/** The number of linked numbers that run cases in parallel. */
const LINES = 6;

const ALL: Case[] = NAMESPACES.flatMap((xmlns) =>
  HOWS.flatMap((how) => PLACES.flatMap((place) => KINDS.map((kind) => ({ kind, place, xmlns, how })))),
).filter(isCase);

/**
 * For running more cases by hand. `SILENCE=all npx vitest run … --testTimeout 3600000` runs all 920 cases.
 * `SILENCE=usync,group` runs the cases that contain all of these words.
 */
const words = process.env.SILENCE?.split(",");

/**
 * Returns the suite's cases: every case that once caused a message to be sent to no device, and one case for each
 * namespace and fault.
 */
function chosen(): Case[] {
  if (words?.[0] === "all") return ALL;
  if (words) return ALL.filter((one) => words.every((word) => (Object.values(one) as string[]).includes(word)));
  const known = ALL.filter(
    ({ xmlns, how, kind }) => xmlns === "usync" && how === "silent_queries" && kind !== "image" && kind !== "poll",
  );
  const others = NAMESPACES.flatMap((xmlns, n) =>
    HOWS.map((how, m) => {
      const fitting = ALL.filter((one) => one.xmlns === xmlns && one.how === how);
      return fitting[(n * 7 + m * 5) % fitting.length] as Case; // each namespace has cases
    }),
  );
  return [...known, ...others];
}

describe("questions to the network that are answered with nothing, late or wrongly", () => {
  let silence: SilenceWorld;
  beforeAll(async () => {
    silence = await SilenceWorld.create();
  });
  afterAll(() => silence.tearDown());

  it("hold up nobody else, and the message that waits for an answer says so", async () => {
    const line = await silence.line();
    const [ana, ben] = [await silence.person(line, true), await silence.person(line, true)];
    const { world } = silence;
    const first = await world.send(line.instance, ben, "Ben's devices are known from now on");
    await eventually("the first text to be sent", () => world.message(first).sent_at !== null);
    await silence.goWrong(line, { xmlns: "usync", how: "silent_queries" }, 600);
    const waits = await world.send(line.instance, ana, "To devices that nobody tells");
    const reason = () => {
      const item = world.table.peek(keys.sending(line.instance));
      const now = new Date(world.clock.now().getTime() + 10_000); // a reply shows no reason at first
      const sending = sendingOf(item, { timezone: "UTC", now });
      return waitingProtected(world.message(waits), sending, now).waiting_reason;
    };
    await eventually("the reason", () => reason() === "messenger_unavailable");

    const goes = await world.send(line.instance, ben, "To devices that are known");
    await eventually("the other reply to be sent", () => world.message(goes).sent_at !== null, 10_000);
    expect(world.message(waits)).toMatchObject({ status: "queued", step: "waiting", network_id: null });

    await silence.goWrong(line, { xmlns: "usync", how: "silent_queries" }, 0);
    await eventually("the first reply to be sent", () => world.message(waits).sent_at !== null, 40_000);
    expect(world.message(waits).waiting_reason).toBeNull();
  });

  it("what was asked for arrives once, and is never reported as done before", { retry: 0 }, async () => {
    const cases = chosen();
    const faults: string[] = [];
    const lines = Array.from({ length: Math.min(LINES, cases.length) }, async () => {
      const line = await silence.line();
      for (let one = cases.shift(); one; one = cases.shift()) faults.push(...(await silence.run(line, one)));
    });
    await Promise.all(lines);
    expect(faults).toEqual([]);
  });
});
