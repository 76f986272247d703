import * as z from "zod";
import { wireTime } from "../../core/domain/wire-time.ts";
import type { MovableClock } from "../machine/clock.ts";
import type { Child } from "./child.ts";
import type { Gateway } from "./gateway.ts";
import { isBusy } from "./session-processes.ts";
import { type IsBusy, settle } from "./settle.ts";

const SETTLE_MS = 30_000;

/** The body of the sandbox's POST /clock: the number of seconds to advance, or the new time. */
const ClockMove = z
  .object({ advance_seconds: z.number().positive().optional(), now: z.iso.datetime({ offset: true }).optional() })
  .refine((move) => (move.advance_seconds === undefined) !== (move.now === undefined), {
    error: "Set advance_seconds or now.",
  });
type ClockMove = z.infer<typeof ClockMove>;

/** Returns the time to move the clock to. A time in the past has no effect. */
function targetOf(move: ClockMove, clock: MovableClock): Date {
  if (move.now !== undefined) return new Date(move.now);
  return new Date(clock.now().getTime() + (move.advance_seconds ?? 0) * 1000);
}

/**
 * Moves the whole gateway's clock when the sandbox requests it, and responds once everything that has become due is
 * done. Without a sandbox, there are no such requests.
 */
export function followClockMoves(gateway: Gateway): void {
  const { clock, sessions, state, sweep } = gateway;
  const network = gateway.network.process;
  if (network === null) return;
  const move = async (id: unknown, request: unknown): Promise<void> => {
    clock.moveTo(targetOf(ClockMove.parse(request), clock));
    state.keep({ clock_offset_ms: clock.offsetMs });
    for (const child of [network, sessions]) child.send({ kind: "clock", offsetMs: clock.offsetMs });
    await sweep.sweep();
    const settled = await settle(busyParts(gateway, network), SETTLE_MS);
    network.send({ kind: "clock-moved", id, now: wireTime(clock.now()), settled });
  };
  network.onMessage((message) => {
    if (message.kind === "move-clock") void move(message.id, message.request);
  });
}

function busyParts(gateway: Gateway, network: Child): IsBusy[] {
  const { aws, endpointWorkers, chatWorkers, noticeWorker, sweep, forwarding, sessions } = gateway;
  return [
    () => {
      const { visible, inFlight, dueSchedules } = aws.activity();
      return visible + inFlight + dueSchedules > 0;
    },
    () => [endpointWorkers, chatWorkers, noticeWorker].some((worker) => worker.inFlight() > 0),
    () => sweep.isRunning() || forwarding.isBusy(),
    () => isBusy(network),
    () => sessions.isBusy(),
  ];
}
