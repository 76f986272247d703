import { readFileSync } from "node:fs";

/**
 * When loaded before a program, makes its clock jump by the number of milliseconds in the file `JUMPED_BY`, as when a
 * machine's clock is set. Timers aren't affected, because on a real machine they use another clock.
 */
const { JUMPED_BY = "" } = process.env;
const LOOK_MS = 50;
const Real = Date;
let byMs = 0;

function look() {
  try {
    byMs = Number(readFileSync(JUMPED_BY, "utf8"));
  } catch {
    // The file doesn't exist until the first jump.
  }
}
look();
setInterval(look, LOOK_MS).unref();

const nowMs = () => Real.now() + byMs;
globalThis.Date = new Proxy(Real, {
  apply: () => new Real(nowMs()).toString(),
  construct: (_target, given, asked) => Reflect.construct(Real, given.length === 0 ? [nowMs()] : given, asked),
  get: (target, name) => (name === "now" ? nowMs : Reflect.get(target, name)),
});
