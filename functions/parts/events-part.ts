import { EventsEnv, parseEnv } from "../../core/env.ts";
import type { Part } from "../own-deps.ts";

/** Publishes events: whoever does must know whether they are for the bus too. */
export const eventsPart: Part = {
  needs: ["events"],
  build() {
    const env = parseEnv(EventsEnv, process.env);
    return { busEvents: env.EVENTS_TO_BUS === "1", env };
  },
};
