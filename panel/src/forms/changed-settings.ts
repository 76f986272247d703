import type { Me } from "../../../core/contracts/panel/me.ts";

/** The settings that users choose for themselves. */
export type Choices = Pick<Me["user"], "name" | "language" | "theme" | "timezone">;

/** The settings that differ. */
export function changedSettings(before: Choices, after: Choices): Partial<Choices> {
  const changed = Object.entries(after).filter(([name, value]) => before[name as keyof Choices] !== value); // of the same type
  return Object.fromEntries(changed);
}
