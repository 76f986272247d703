import { LIMITS } from "../../contracts/limits.ts";

/** How a key may send by tools of POST /mcp. Its kind and its instance bind it, too. */
export interface McpSettings {
  /** A send to somebody who has not written in the last 24 hours is a draft, which a person of the team releases. */
  mcp_confirm: boolean;
  mcp_sends_per_hour: number;
  /** To people who never wrote. */
  mcp_first_messages_per_day: number;
}

/** The settings of a key; what it does not say, as one that was made before it could, is as usual. */
export const mcpSettingsOf = (key: { [Name in keyof McpSettings]?: McpSettings[Name] | undefined }): McpSettings => ({
  mcp_confirm: key.mcp_confirm ?? false,
  mcp_sends_per_hour: key.mcp_sends_per_hour ?? LIMITS.mcpSendsPerHour,
  mcp_first_messages_per_day: key.mcp_first_messages_per_day ?? LIMITS.mcpFirstMessagesPerDay,
});

/** The least and the most of each limit. Our own bounds: docs/decisions/0122. */
const RANGES = {
  mcp_sends_per_hour: { min: 1, max: LIMITS.mcpSendsPerHourMax },
  mcp_first_messages_per_day: { min: 0, max: LIMITS.mcpFirstMessagesPerDayMax },
} as const;
export type McpLimit = keyof typeof RANGES;

/** The settings that are limits. */
export const MCP_LIMITS = ["mcp_sends_per_hour", "mcp_first_messages_per_day"] as const satisfies McpLimit[];

/** The sentence on a limit out of its range. */
export const mcpLimitRule = (name: McpLimit): string =>
  `${name} must be a whole number from ${RANGES[name].min} to ${RANGES[name].max}.`;

/** Whether a limit can be set to this. */
export const isMcpLimit = (name: McpLimit, value: number): boolean =>
  Number.isInteger(value) && value >= RANGES[name].min && value <= RANGES[name].max;
