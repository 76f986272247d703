import type { ClockMoved, ClockRequest } from "./clock-request.ts";
import { tellParent } from "./tell-parent.ts";

/** The moves of the clock that the parent was asked for and has not answered yet. */
export class ClockMoves {
  readonly #waiting = new Map<number, (moved: ClockMoved) => void>();

  /** Asks the parent to move the clock. */
  ask(request: ClockRequest): Promise<ClockMoved> {
    return new Promise((resolve) => {
      const id = this.#waiting.size === 0 ? 1 : Math.max(...this.#waiting.keys()) + 1;
      this.#waiting.set(id, resolve);
      void tellParent({ kind: "move-clock", id, request });
    });
  }

  /** The parent's answer to the question with this id. */
  answered(id: number, moved: ClockMoved): void {
    this.#waiting.get(id)?.(moved);
    this.#waiting.delete(id);
  }
}
