import type { Setting } from "../app-state/setting.ts";

/**
 * Returns the setting with the name that other people see. It is the only way for linked devices to learn their own
 * name.
 */
export function nameSetting(name: string): Setting {
  return {
    collection: "critical_block",
    index: ["setting_pushName"],
    operation: "set",
    value: { pushNameSetting: { name } },
    formatVersion: 1,
  };
}
