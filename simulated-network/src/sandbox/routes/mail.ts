import { readMail } from "../../../../local/machine/read-mail.ts";
import { NoBody, ok, route } from "../requests/route.ts";

/** The mail that the gateway wrote: confirmations, invitations, notices. */
export const mailRoutes = [
  route("GET /mail", NoBody, async ({ deps, query }) => {
    const mails = deps.mailFolder === null ? [] : await readMail(deps.mailFolder, query.get("to"));
    return ok(mails.map(({ to, ...mail }) => ({ ...mail, to: to.join(", ") })));
  }),
];
