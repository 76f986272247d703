import { type HintArea, hintFrame } from "../../../core/contracts/panel/hints.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { checkHearer, type Hearer } from "../../../core/operations/users/check-hearer.ts";
import type { Clock } from "../../../core/ports.ts";
import type { Table } from "../../../core/store/table.ts";
import type { StreamSocket } from "./stream-socket.ts";

/** A panel page that is notified of changes. */
export interface HearingPage {
  hearer: Hearer;
  socket: StreamSocket;
  /** The items that determine whether the page may be notified, identified by partition and sort key. */
  places: ReadonlySet<string>;
  /** The areas that have changed since the last notification. */
  areas: Set<HintArea>;
  /** Whether the page's permission has to be checked before the next notification. */
  isDoubtful: boolean;
  /** Makes the connection check whether there is anything to do. */
  wake: () => void;
}

/**
 * Notifies a page of changes, at most once every `PANEL_LIMITS.hintEverySec`, until its connection ends. The page's
 * permission is checked at the start, every `PANEL_LIMITS.hintCheckSec`, and whenever it may have changed.
 * @param page initially marked as doubtful, because its session may have ended while it was connecting.
 */
export async function hintPage({ table, clock }: { table: Table; clock: Clock }, page: HearingPage): Promise<void> {
  const { socket, areas } = page;
  let checkMs = 0;
  let tellMs = 0;
  let isOpened = false;
  while (socket.isOpen()) {
    const nowMs = clock.now().getTime();
    if (page.isDoubtful || nowMs >= checkMs) {
      page.isDoubtful = false;
      checkMs = nowMs + PANEL_LIMITS.hintCheckSec * 1000;
      if (!(await checkHearer({ table }, page.hearer, clock.now()))) return socket.close("refused");
    } else if (!isOpened) {
      isOpened = true;
      await socket.post(hintFrame({ kind: "open" }));
    } else if (areas.size > 0 && nowMs >= tellMs) {
      const frame = hintFrame({ kind: "changed", areas: [...areas] });
      areas.clear();
      tellMs = nowMs + PANEL_LIMITS.hintEverySec * 1000;
      await socket.post(frame);
    } else {
      await untilWoken(clock, page, areas.size > 0 ? Math.min(tellMs, checkMs) : checkMs);
    }
  }
}

async function untilWoken(clock: Clock, page: HearingPage, atMs: number): Promise<void> {
  const woken = new AbortController();
  page.wake = () => woken.abort();
  await clock.until(new Date(atMs), AbortSignal.any([woken.signal, page.socket.closed]));
  page.wake = () => {};
}
