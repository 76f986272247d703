import { type Check, ok, problem } from "../check.ts";

/**
 * Checks that someone receives the alarms of a stage that needs them. All other mistakes in the settings are caught
 * earlier.
 */
export const settingsCheck: Check = {
  name: "settings",
  asksAws: false,
  async look({ config: { stage, profile, alarmEmail, isWatchedClosely } }) {
    if (alarmEmail !== null || !(isWatchedClosely || stage === "prod")) {
      return ok(`The row for "${stage}" in lib/config.ts is valid. Its profile is ${profile}.`);
    }
    return problem(
      `The stage "${stage}" has no alarmEmail, so no one would be notified of its alarms.`,
      "add one to its row in lib/config.ts, or add -c alarmEmail=you@example.com to each deployment",
    );
  },
};
