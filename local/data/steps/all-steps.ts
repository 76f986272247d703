import type { DataStep } from "./step.ts";

/**
 * All steps, in order; the first version is 1. A new one is a file of its own here, `0002-what-it-does.ts`, its row,
 * and `LAYOUT_VERSION` in `local/aws/dynamo/records.ts`.
 */
export const STEPS: readonly DataStep[] = [];
