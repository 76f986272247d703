import type { DataStep } from "./step.ts";

/**
 * All upgrade steps, in order. The first version is 1. To add a step, create a file in this folder
 * (`0002-what-it-does.ts`), add it to this list, and increase `LAYOUT_VERSION` in `local/aws/dynamo/records.ts`.
 */
export const STEPS: readonly DataStep[] = [];
