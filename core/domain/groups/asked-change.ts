import type { GroupSettings } from "./group.ts";

/** The fields of a group that a request can change, except for its picture. */
export interface AskedGroupFields {
  subject?: string;
  description?: string | null;
  settings?: Partial<GroupSettings>;
}

/** The known state of the group before the change. */
interface Known {
  subject?: string;
  /** Absent if the group has no description. */
  description_id?: string;
  settings?: Partial<GroupSettings>;
}

/**
 * Whether only admins may request this change. Disappearing messages follow the same rule as the subject. Spec:
 * contract, groups.
 */
export function isForAdmins(known: Known, { settings = {} }: AskedGroupFields): boolean {
  const { disappearing_seconds: _asAnybody, ...forAdmins } = settings;
  return known.settings?.info_admins_only === true || Object.keys(forAdmins).length > 0;
}

/**
 * Returns the part of a change that isn't in effect in the group yet. A group's description text is not stored, so a
 * requested description is always included.
 */
export function remainingGroupChange(known: Known, asked: AskedGroupFields): AskedGroupFields {
  const { subject, description, settings } = asked;
  const rest = settings && remainingSettings(known.settings ?? {}, settings);
  const isTextSo = description === undefined || (description === null && known.description_id === undefined);
  return {
    ...(subject !== undefined && subject !== known.subject && { subject }),
    ...(!isTextSo && { description }),
    ...(rest && Object.keys(rest).length > 0 && { settings: rest }),
  };
}

/** Returns the settings that need to change. A setting that has never been changed is false or 0. */
function remainingSettings(known: Partial<GroupSettings>, asked: Partial<GroupSettings>): Partial<GroupSettings> {
  const rest = Object.entries(asked).filter(([name, value]) => {
    const stands = known[name as keyof GroupSettings]; // Object.entries loses the key type
    return value !== undefined && value !== (stands ?? (typeof value === "number" ? 0 : false));
  });
  return Object.fromEntries(rest);
}
