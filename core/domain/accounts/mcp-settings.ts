import { LIMITS } from "../../contracts/limits.ts";

/**
 * Restricts how a key may send through the tools of POST /mcp, in addition to the limits of its kind and its instance.
 */
export interface McpSettings {
  /**
   * Whether a message to a person who hasn't written in the last 24 hours becomes a draft that the team must release.
   */
  mcp_confirm: boolean;
  mcp_sends_per_hour: number;
  /** The number of messages per day to people who have never written to us. */
  mcp_first_messages_per_day: number;
}

/** Returns a key's settings, with defaults for missing ones (older keys lack newer settings). */
export const mcpSettingsOf = (key: { [Name in keyof McpSettings]?: McpSettings[Name] | undefined }): McpSettings => ({
  mcp_confirm: key.mcp_confirm ?? false,
  mcp_sends_per_hour: key.mcp_sends_per_hour ?? LIMITS.mcpSendsPerHour,
  mcp_first_messages_per_day: key.mcp_first_messages_per_day ?? LIMITS.mcpFirstMessagesPerDay,
});

/** The range of each limit. Our own limits: docs/decisions/0122. */
const RANGES = {
  mcp_sends_per_hour: { min: 1, max: LIMITS.mcpSendsPerHourMax },
  mcp_first_messages_per_day: { min: 0, max: LIMITS.mcpFirstMessagesPerDayMax },
} as const;
export type McpLimit = keyof typeof RANGES;

/** The settings that are limits. */
export const MCP_LIMITS = ["mcp_sends_per_hour", "mcp_first_messages_per_day"] as const satisfies McpLimit[];

/** The error message for a limit outside its range. */
export const mcpLimitRule = (name: McpLimit): string =>
  `${name} must be a whole number from ${RANGES[name].min} to ${RANGES[name].max}.`;

/** Whether a limit can have this value. */
export const isMcpLimit = (name: McpLimit, value: number): boolean =>
  Number.isInteger(value) && value >= RANGES[name].min && value <= RANGES[name].max;
