import type { Setting } from "../app-state/setting.ts";

/**
 * Returns the setting with the name that other people see. Linked devices can learn their own name only from this
 * setting.
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
