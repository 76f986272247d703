import type { BinaryNode } from "@whiskeysockets/baileys";
import type { GroupSettings } from "../../../../core/domain/groups/group.ts";
import type { GroupSettingChange } from "../group-side.ts";

/** Returns the part of a query that changes a setting. */
export function settingNode({ setting, value }: GroupSettingChange): BinaryNode {
  switch (setting) {
    case "messages_admins_only":
      return { tag: value ? "announcement" : "not_announcement", attrs: {} };
    case "info_admins_only":
      return { tag: value ? "locked" : "unlocked", attrs: {} };
    case "add_admins_only":
      return { tag: "member_add_mode", attrs: {}, content: value ? "admin_add" : "all_member_add" };
    case "join_approval":
      return {
        tag: "membership_approval_mode",
        attrs: {},
        content: [{ tag: "group_join", attrs: { state: value ? "on" : "off" } }],
      };
    case "disappearing_seconds":
      return value === 0
        ? { tag: "not_ephemeral", attrs: {} }
        : { tag: "ephemeral", attrs: { expiration: String(value) } };
  }
}

/**
 * Returns a new group's settings as parts of the query that creates it. Settings that match the defaults are omitted.
 */
export function newSettingNodes(settings: Partial<GroupSettings>): BinaryNode[] {
  const { messages_admins_only, info_admins_only, add_admins_only, join_approval, disappearing_seconds } = settings;
  const changes: (GroupSettingChange | false | undefined)[] = [
    messages_admins_only && { setting: "messages_admins_only", value: true },
    info_admins_only && { setting: "info_admins_only", value: true },
    add_admins_only !== undefined && { setting: "add_admins_only", value: add_admins_only },
    join_approval && { setting: "join_approval", value: true },
    disappearing_seconds !== undefined &&
      disappearing_seconds > 0 && { setting: "disappearing_seconds", value: disappearing_seconds },
  ];
  return changes.filter((change): change is GroupSettingChange => Boolean(change)).map(settingNode);
}
