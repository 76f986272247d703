import { sqsWakeups, wakeupsConfig } from "../../core/aws/wakeups.ts";
import { parseEnv, WakeupsEnv } from "../../core/env.ts";
import type { Part } from "../own-deps.ts";

/** Wakes lanes, either immediately or at a later time. */
export const wakeupsPart: Part = {
  needs: ["wakeups"],
  build({ clock }) {
    const env = parseEnv(WakeupsEnv, process.env);
    return { wakeups: sqsWakeups(wakeupsConfig(env), clock), env };
  },
};
