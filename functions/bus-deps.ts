import { eventBridgeBus } from "../core/aws/event-bus.ts";
import { itemOfImage } from "../core/aws/stream-records.ts";
import { BusEnv, parseEnv } from "../core/env.ts";
import type { BusDeps } from "../core/operations/events/forward-to-bus.ts";
import type { Item } from "../core/store/table.ts";
import { once } from "./once.ts";
import { runtime } from "./runtime.ts";

/**
 * Dependencies of the function that forwards events to the bus. They are kept separate so that the function's bundle
 * doesn't contain unneeded clients.
 */
export interface ForwardDeps extends BusDeps {
  /** @throws Error for a stream image that it can't parse. */
  itemOfImage(image: Readonly<Record<string, unknown>>): Item;
}

/** The dependencies, built once per process. @throws if an environment variable is missing. */
export const forwardDeps = once(
  (): ForwardDeps => ({
    bus: eventBridgeBus(parseEnv(BusEnv, process.env).EVENT_BUS_NAME),
    itemOfImage,
    clock: runtime.clock,
    log: runtime.log,
  }),
);
