/**
 * Thrown when the deployment's settings (lib/config.ts or the command's context) are wrong. The message is a plain
 * sentence for the operator that names the setting and says how to fix it.
 */
export class SettingsError extends Error {}
