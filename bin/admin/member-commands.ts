import { ROLES } from "../../core/contracts/panel/roles.ts";
import { ApiError } from "../../core/errors.ts";
import { makeInvite } from "../../core/operations/users/make-invite.ts";
import { inviteLink } from "../../core/operations/users/send-invite.ts";
import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";
import { type AdminCommand, accountOf, email, needed, type Options, oneOf } from "./options.ts";

/** The operator command for panel users: adds the first admin to an account that was created from the command line. */
export const MEMBER_COMMANDS = {
  "member add": {
    about:
      "Invites a person to an account and prints the invitation link, only this once. The link works for seven days, and only for that address.",
    usage: `--email ADDRESS --role ${ROLES.join("|")} [--account ID]`,
    takes: ["account", "email", "role"],
    run: add,
  },
} as const satisfies Record<string, AdminCommand>;

async function add(admin: Admin, options: Options) {
  const role = oneOf("--role", ROLES, options.role);
  const address = email(needed("--email", options.email));
  if (address === null)
    throw new AdminError("--email none is not an address. Use the address of the person you are inviting.");
  const account_id = await accountOf(admin, options);
  const { panelUrl } = admin;
  if (panelUrl === null) {
    throw new AdminError(
      "The panel's address is not known. Set PANEL_URL to the output PanelUrl of the panel's stack.",
    );
  }
  const request = { account_id, email: address, role, by: "operator" as const };
  // The sign-in code reads the deployment's secret but never creates it. If no API key has been created yet, the secret
  // might not exist, so this call creates it.
  await admin.pepper.hmac("sign_in", "");
  try {
    const { invite, token } = await makeInvite(admin, request, admin.clock.now());
    const { id, expires_at } = invite;
    return { account_id, invite_id: id, email: invite.email, role, expires_at, link: inviteLink(panelUrl, token) };
  } catch (error) {
    throw error instanceof ApiError ? new AdminError(error.message) : error;
  }
}
