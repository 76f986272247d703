import type { PhoneLabel } from "../../store/settings/phone-labels-table.ts";
import type { Setting } from "../app-state/setting.ts";

/** Returns the setting that creates, changes, or deletes a label. */
export function labelSetting({ id, name, color }: PhoneLabel, deleted = false): Setting {
  return {
    collection: "regular",
    index: ["label_edit", id],
    operation: "set",
    value: { labelEditAction: { name, color, deleted, isActive: !deleted } },
    formatVersion: 3,
  };
}

/** Returns the setting that adds a label to a chat or removes it. @param jid the chat's address on the phone. */
export function labelOfChatSetting(id: string, jid: string, labeled: boolean): Setting {
  return {
    collection: "regular",
    index: ["label_jid", id, jid],
    operation: "set",
    value: { labelAssociationAction: { labeled } },
    formatVersion: 3,
  };
}
