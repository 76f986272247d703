import type { DataStep } from "./step.ts";

/**
 * All upgrade steps, in order. The first version is 1. A new step needs a file in this folder (`0002-what-it-does.ts`),
 * an entry in this list, and a new `LAYOUT_VERSION` in `local/aws/dynamo/records.ts`.
 */
export const STEPS: readonly DataStep[] = [];
