import type { StageConfig } from "../../lib/config.ts";
import { LEAST_PANEL } from "../../lib/stand-in-templates.ts";

/** What a stage's row needs at least for a panel. */
export const PANEL = LEAST_PANEL satisfies Partial<StageConfig>;
