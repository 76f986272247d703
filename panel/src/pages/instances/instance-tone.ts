import type { Instance } from "../../../../core/contracts/instance.ts";
import type { Tone } from "../../ui/Badge.tsx";

/** Returns the tone (color) for a number's state. The text next to it says the same. */
export function toneOf({ status, status_reason }: Pick<Instance, "status" | "status_reason">): Tone {
  if (status === "working") return status_reason === "restricted" ? "warn" : "good";
  if (status === "failed") return "bad";
  return status === "starting" ? "info" : "quiet";
}

/** Returns the tone (color) for a safety score. */
export const safetyTone = (score: number): Tone => (score >= 75 ? "good" : score >= 50 ? "warn" : "bad");

/** Formats a phone number for display. */
export const shownPhone = (phone: string): string => `+${phone}`;
