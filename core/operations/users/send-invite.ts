import { DAY_MS } from "../../contracts/durations.ts";
import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";
import type { Plan } from "../../contracts/plans.ts";
import { mailName } from "../../domain/accounts/mail-name.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import type { Ids, Log, Mail } from "../../ports.ts";
import type { InviteRecord } from "../../records/users/invite.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table, TransactionRefused } from "../../store/table.ts";
import { newToken, tokenHash } from "./make-invite.ts";
import { perDay, takeTries } from "./take-try.ts";

interface SendDeps {
  table: Table;
  ids: Ids;
  log: Log;
  /** The mail service, or null if this installation sends no e-mail. */
  mail: Mail | null;
}

/** The inviting account's name and the base URL of the link, for an invitation e-mail. */
export interface InviteLetter {
  account_name: string;
  plan: Plan;
  /** The panel's URL, without a trailing slash. */
  panelUrl: string;
}

/** The length of the part of a mail's id that comes from its link. */
const ID_CHARS = 16;

/** Builds an invitation link. The token comes after a `#`, so it is never sent to a server or written to a log. */
export const inviteLink = (panelUrl: string, token: string): string => `${panelUrl}/join#${token}`;

/**
 * E-mails an invitation's link. @returns when it was sent, or null if there is no mail service, sending failed, or the
 * address has reached its daily limit of e-mails. If null, the link must be passed on manually.
 */
export async function mailInvite(
  { table, log, mail }: SendDeps,
  invite: InviteRecord,
  { account_name, plan, panelUrl }: InviteLetter,
  token: string,
  now: Date,
): Promise<string | null> {
  if (!mail || !(await mayMail(table, invite, plan, now))) return null;
  // Each link has its own mail: a machine's outbox never sends a mail with the same id twice.
  const id = `${invite.id}-${tokenHash(token).slice(0, ID_CHARS)}`;
  const text = letter(invite, mailName(account_name), inviteLink(panelUrl, token));
  try {
    const until = new Date(invite.expires_at);
    await mail.send({ id, to: [invite.email], subject: INVITED, text, at: now, until });
  } catch (error) {
    log.error({ account_id: invite.account_id, invite_id: invite.id, err: error }, "an invitation could not be mailed");
    return null;
  }
  const sent_at = wireTime(now);
  const set = { sent_at, sends: [...invite.sends, now.getTime()] };
  try {
    await table.write({ update: keys.invite(invite.account_id, invite.id), set, if: [{ item: "exists" }] });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // used or withdrawn while the mail was sent
  }
  return sent_at;
}

/**
 * Checks whether an e-mail may be sent. An address gets only a few e-mails a day across all accounts, because its owner
 * never asked for any, and an account may send only a few. The inviter can still create the invitation and pass on the
 * link.
 */
async function mayMail(table: Table, { account_id, email }: InviteRecord, plan: Plan, now: Date): Promise<boolean> {
  const { inviteMailsPerTrialDay: onTrial, inviteMailsPerAccountDay: otherwise } = PANEL_LIMITS;
  const limits = [
    [keys.mailRate(email), perDay(PANEL_LIMITS.inviteMailsPerAddressDay)],
    [keys.accountMailRate(account_id), perDay(plan === "trial" ? onTrial : otherwise)],
  ] as const;
  try {
    await takeTries(table, limits, now);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "limit_reached") return false;
    throw error;
  }
}

/**
 * Creates a new link for an invitation and e-mails it. The old link stops working.
 * @throws ApiError `limit_reached` if the invitation was e-mailed three times today; `not_found` if it was used or
 * withdrawn in the meantime.
 */
export async function sendInviteAgain(
  deps: SendDeps,
  invite: InviteRecord,
  about: InviteLetter,
  now: Date,
): Promise<{ sent_at: string | null; token: string }> {
  const today = invite.sends.filter((at) => at > now.getTime() - DAY_MS);
  if (today.length >= PANEL_LIMITS.inviteMailsPerDay) {
    const retryAfterSec = Math.ceil(((today[0] ?? 0) + DAY_MS - now.getTime()) / 1000);
    const message =
      "This invitation has already been emailed three times today. Resend it tomorrow, or check the spam folder.";
    throw new ApiError("limit_reached", { message, retryAfterSec });
  }
  const token = newToken(deps.ids);
  const token_hash = tokenHash(token);
  const { account_id, id: invite_id, ttl } = invite;
  try {
    await deps.table.transact([
      {
        update: keys.invite(account_id, invite_id),
        set: { token_hash },
        if: [{ item: "exists" }, { field: "token_hash", op: "=", value: invite.token_hash }],
      },
      { delete: keys.inviteToken(invite.token_hash) },
      { put: { ...keys.inviteToken(token_hash), account_id, invite_id, ttl } },
    ]);
  } catch (error) {
    if (error instanceof TransactionRefused)
      throw new ApiError("not_found", { message: "This invitation has already been used or withdrawn." });
    throw error;
  }
  return { sent_at: await mailInvite(deps, invite, about, token, now), token };
}

/**
 * The subject contains no customer text; otherwise, anyone with an account could make the gateway send their own text
 * to any address.
 */
const INVITED = "You've been invited to a team on Messaging Gateway";

const letter = ({ role, email, expires_at }: InviteRecord, account: string | null, link: string) =>
  [
    `${INVITED}, as ${role}.`,
    "",
    ...(account === null ? [] : [`The team's account is called "${account}".`, ""]),
    `Open this link and sign in, or sign up, as ${email}:`,
    "",
    link,
    "",
    `The link can be used once, until ${expires_at}. If you weren't expecting this invitation, you can ignore this email.`,
    "",
  ].join("\n");
