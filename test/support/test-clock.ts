import { MovableClock } from "../../local/machine/clock.ts";

/**
 * The default start time of every test clock: a Monday, far from the boundary of a minute, an hour, a day, or a month.
 */
export const START = new Date("2026-03-16T10:20:05Z");

/** Creates a clock that runs from its start, for code that waits on the clock while the test watches. */
export const runningClock = (start = START) => new MovableClock({ runsFrom: start });

/**
 * Creates a clock that only the test advances, for tests of rules whose outcome must not depend on how long a test
 * takes.
 */
export const stillClock = (start = START) => new MovableClock({ standsAt: start });
