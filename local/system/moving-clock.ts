import * as z from "zod";
import type { MovableClock } from "../machine/clock.ts";

/** POST /clock of the sandbox: by how much, or to when. */
export const ClockMove = z
  .object({ advance_seconds: z.number().positive().optional(), now: z.iso.datetime({ offset: true }).optional() })
  .refine((move) => (move.advance_seconds === undefined) !== (move.now === undefined), {
    error: "Give advance_seconds or now.",
  });
export type ClockMove = z.infer<typeof ClockMove>;

/** Where a move leads; a time in the past leaves the clock where it is. */
export function targetOf(move: ClockMove, clock: MovableClock): Date {
  if (move.now !== undefined) return new Date(move.now);
  return new Date(clock.now().getTime() + (move.advance_seconds ?? 0) * 1000);
}
