import * as z from "zod";
import { endSessionsOfSubject } from "../../core/operations/users/end-sessions-of-subject.ts";
import { type ApiDeps, ownDeps } from "../own-deps.ts";
import { tablePart } from "../parts/table-part.ts";

/** The user pool's event after a confirmation, limited to the fields used here. */
const Confirmed = z.object({
  triggerSource: z.string(),
  region: z.string(),
  userPoolId: z.string(),
  request: z.object({ userAttributes: z.object({ sub: z.string() }) }),
});

/** The value of `triggerSource` after a password reset. It differs from that of a first confirmation. */
const PASSWORD_RESET = "PostConfirmation_ConfirmForgotPassword";

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart];

const own = ownDeps(parts);

/**
 * The Lambda handler that the user pool calls after a confirmation. It must return the event unchanged. Failures are
 * thrown so that Cognito reports an error and an alarm counts it, because sessions that should have ended might
 * continue.
 */
export const handler = <E>(event: E): Promise<E> => endResetSessions(own(), event);

/** Ends all sessions of the user who reset their password. @returns the event. */
export async function endResetSessions<E>(
  { table, log, env }: Pick<ApiDeps, "table" | "log" | "env">,
  event: E,
): Promise<E> {
  const { triggerSource, region, userPoolId, request } = Confirmed.parse(event);
  if (triggerSource !== PASSWORD_RESET) return event;
  const iss = env.IDENTITY_NAME || `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`;
  const isKnown = await endSessionsOfSubject(table, { iss, sub: request.userAttributes.sub });
  log.info({ known: isKnown }, "a password was reset; earlier sessions were ended");
  return event;
}
