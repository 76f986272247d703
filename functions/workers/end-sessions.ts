import * as z from "zod";
import { endSessionsOfSubject } from "../../core/operations/users/end-sessions-of-subject.ts";
import { type ApiDeps, ownDeps } from "../own-deps.ts";
import { tablePart } from "../parts/table-part.ts";

/** The user pool's event after a confirmation, reduced to the fields read here. */
const Confirmed = z.object({
  triggerSource: z.string(),
  region: z.string(),
  userPoolId: z.string(),
  request: z.object({ userAttributes: z.object({ sub: z.string() }) }),
});

/** The event's source after a password reset; a first confirmation has another. */
const PASSWORD_RESET = "PostConfirmation_ConfirmForgotPassword";

/** Parts of the function; lib/wiring.ts gives the rights. */
export const parts = [tablePart];

const own = ownDeps(parts);

/**
 * The Lambda that the user pool calls after a confirmation. Its answer must be the event itself. A failure is thrown:
 * then Cognito says that something went wrong, and an alarm counts it, because sessions may continue that should not.
 */
export const handler = <E>(event: E): Promise<E> => endResetSessions(own(), event);

/** Ends the sessions of the person who reset their password, and nobody else's. @returns the event. */
export async function endResetSessions<E>(
  { table, log, env }: Pick<ApiDeps, "table" | "log" | "env">,
  event: E,
): Promise<E> {
  const { triggerSource, region, userPoolId, request } = Confirmed.parse(event);
  if (triggerSource !== PASSWORD_RESET) return event;
  const iss = env.IDENTITY_NAME || `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`;
  const isKnown = await endSessionsOfSubject(table, { iss, sub: request.userAttributes.sub });
  log.info({ known: isKnown }, "a password was set anew; the sessions before it are over");
  return event;
}
