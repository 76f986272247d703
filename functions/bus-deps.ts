import { eventBridgeBus } from "../core/aws/event-bus.ts";
import { itemOfImage } from "../core/aws/stream-records.ts";
import { BusEnv, parseEnv } from "../core/env.ts";
import { createLog } from "../core/log.ts";
import type { BusDeps } from "../core/operations/events/forward-to-bus.ts";
import type { Item } from "../core/store/table.ts";
import { runtime } from "./runtime.ts";

/** What the function that fills the bus works with, and nothing else, so that its bundle holds no other client. */
export interface ForwardDeps extends BusDeps {
  /** @throws Error on an image that it can't read. */
  itemOfImage(image: Readonly<Record<string, unknown>>): Item;
}

let built: ForwardDeps | null = null;

/** Built once per process. @throws when an environment variable is missing. */
export function forwardDeps(): ForwardDeps {
  built ??= {
    bus: eventBridgeBus(parseEnv(BusEnv, process.env).EVENT_BUS_NAME),
    clock: runtime.clock,
    log: createLog("functions"),
    itemOfImage,
  };
  return built;
}
