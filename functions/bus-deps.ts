import { eventBridgeBus } from "../core/aws/event-bus.ts";
import { itemOfImage } from "../core/aws/stream-records.ts";
import { BusEnv, parseEnv } from "../core/env.ts";
import type { BusDeps } from "../core/operations/events/forward-to-bus.ts";
import type { Item } from "../core/store/table.ts";
import { once } from "./once.ts";
import { runtime } from "./runtime.ts";

/**
 * Dependencies of the function that fills the bus. There are no others, so that its bundle contains no other client.
 */
export interface ForwardDeps extends BusDeps {
  /** @throws Error on an image that it can't parse. */
  itemOfImage(image: Readonly<Record<string, unknown>>): Item;
}

/** Built once per process. @throws if an environment variable is missing. */
export const forwardDeps = once(
  (): ForwardDeps => ({
    bus: eventBridgeBus(parseEnv(BusEnv, process.env).EVENT_BUS_NAME),
    itemOfImage,
    clock: runtime.clock,
    log: runtime.log,
  }),
);
