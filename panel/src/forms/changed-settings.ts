import type { Me } from "../../../core/contracts/panel/me.ts";

/** The settings that users choose for their own account. */
export type Choices = Pick<Me["user"], "name" | "language" | "theme" | "timezone">;

/** Returns the settings that differ between the two versions, with their new values. */
export function changedSettings(before: Choices, after: Choices): Partial<Choices> {
  const changed = Object.entries(after).filter(([name, value]) => before[name as keyof Choices] !== value); // of the same type
  return Object.fromEntries(changed);
}
