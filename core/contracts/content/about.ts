import type { SendErrorCode } from "../error-codes.ts";
import type { MessageDetails } from "./details.ts";

/** The subjects that a message can have when its type doesn't show what it is about. Rationale: docs/decisions/0195. */
export const MESSAGE_ABOUTS = [
  "event",
  "payment",
  "invite",
  "form",
  "unsupported",
  "unreadable",
  "view_once_withheld",
] as const;
export type MessageAbout = (typeof MESSAGE_ABOUTS)[number];

const UNSHOWN = ["unsupported", "unreadable", "view_once_withheld"] as const;

/**
 * Returns the single word that describes a message in a chat list, for programs and the panel, or undefined if the
 * message's type is clear enough.
 */
export function aboutOf(
  details: Pick<MessageDetails, "event" | "payment" | "invite" | "interactive">,
  error_code: SendErrorCode | null,
): MessageAbout | undefined {
  const unshown = UNSHOWN.find((code) => code === error_code);
  if (unshown !== undefined) return unshown;
  if (details.event !== undefined) return "event";
  if (details.payment !== undefined) return "payment";
  if (details.invite !== undefined) return "invite";
  return details.interactive?.type === "flow_reply" ? "form" : undefined;
}
