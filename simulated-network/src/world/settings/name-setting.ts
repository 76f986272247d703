import type { Setting } from "../app-state/setting.ts";

/** The setting with the name that others see, which is the only way a linked device learns its own name. */
export function nameSetting(name: string): Setting {
  return {
    collection: "critical_block",
    index: ["setting_pushName"],
    operation: "set",
    value: { pushNameSetting: { name } },
    formatVersion: 1,
  };
}
