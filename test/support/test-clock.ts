import { MovableClock } from "../../local/machine/clock.ts";

/**
 * Where every clock of a test starts unless the test says otherwise: a Monday, far from the edge of a minute, an hour,
 * a day or a month.
 */
export const START = new Date("2026-03-16T10:20:05Z");

/** Runs on from its start: for what waits by the clock while the test looks on. */
export const runningClock = (start = START) => new MovableClock({ runsFrom: start });

/** Does not run until the test moves it: for rules, whose outcome must not depend on how long the test took. */
export const stillClock = (start = START) => new MovableClock({ standsAt: start });
