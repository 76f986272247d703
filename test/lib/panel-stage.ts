import type { StageConfig } from "../../lib/config.ts";
import { LEAST_PANEL } from "../../lib/stand-in-templates.ts";

/** The minimum that the row of a stage must contain for a panel. */
export const PANEL = LEAST_PANEL satisfies Partial<StageConfig>;
