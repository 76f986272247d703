import type { StageConfig } from "../../lib/config.ts";
import { LEAST_PANEL } from "../../lib/stand-in-templates.ts";

/** The minimum settings that a stage's row needs for a panel. */
export const PANEL = LEAST_PANEL satisfies Partial<StageConfig>;
