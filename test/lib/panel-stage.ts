import type { StageConfig } from "../../lib/config.ts";

/** What a stage's row needs at least for a panel. */
export const PANEL = {
  hasPanel: true,
  panelOriginSecrets: [{ name: "messaging-gateway-trial-panel-1", sha256: "ab".repeat(32) }],
} satisfies Partial<StageConfig>;
