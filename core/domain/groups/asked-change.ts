import type { GroupSettings } from "./group.ts";

/** The fields of a group, apart from its picture, that a request can change. */
export interface AskedGroupFields {
  subject?: string;
  description?: string | null;
  settings?: Partial<GroupSettings>;
}

/** The known state of the group to be changed. */
interface Known {
  subject?: string;
  /** Absent: the group has no description. */
  description_id?: string;
  settings?: Partial<GroupSettings>;
}

/**
 * Whether only admins may request this. How long messages stay follows the same rule as the subject. Spec: contract,
 * groups.
 */
export function isForAdmins(known: Known, { settings = {} }: AskedGroupFields): boolean {
  const { disappearing_seconds: _asAnybody, ...forAdmins } = settings;
  return known.settings?.info_admins_only === true || Object.keys(forAdmins).length > 0;
}

/** Returns the part that is still missing. A description's text is not compared, so a new one always counts. */
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

/** A group's settings are false and 0 until they are changed. */
function remainingSettings(known: Partial<GroupSettings>, asked: Partial<GroupSettings>): Partial<GroupSettings> {
  const rest = Object.entries(asked).filter(([name, value]) => {
    const stands = known[name as keyof GroupSettings]; // Object.entries loses the key type
    return value !== undefined && value !== (stands ?? (typeof value === "number" ? 0 : false));
  });
  return Object.fromEntries(rest);
}
