import { OffsetClock } from "../../core/offset-clock.ts";

/** The machine's time plus an offset that the parent process advances. In the cloud, the offset stays 0. */
export class IpcClock extends OffsetClock {
  constructor(offsetMs: number) {
    super(() => Date.now(), offsetMs);
  }
}
