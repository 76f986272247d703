import { GetAccountCommand, GetEmailIdentityCommand, type SESv2Client } from "@aws-sdk/client-sesv2";
import { type Check, ok, problem } from "../check.ts";
import { isMissing } from "../explain-failure.ts";

/** Checks that admins can be reached by email: the sender is verified in SES, and SES may send to any recipient. */
export const mailCheck: Check = {
  name: "mail",
  asksAws: true,
  notNeeded: ({ mailFrom }) => (mailFrom === null ? "No sender is set (mailFrom): admins get no mail." : null),
  async look({ config: { mailFrom }, aws }) {
    if (mailFrom === null) return [];
    const domain = mailFrom.slice(mailFrom.indexOf("@") + 1);
    const isVerified = (await isSender(aws.ses, mailFrom)) || (await isSender(aws.ses, domain));
    const { ProductionAccessEnabled } = await aws.ses.send(new GetAccountCommand({}));
    return [
      isVerified
        ? ok(`${mailFrom} can send.`)
        : problem(
            `Neither ${mailFrom} nor ${domain} is verified in SES.`,
            `aws sesv2 create-email-identity --email-identity ${mailFrom}, then follow the link in its mail`,
          ),
      ProductionAccessEnabled
        ? ok("SES can send to any recipient.")
        : problem("SES can send only to verified recipients.", "request production access in the SES console"),
    ];
  },
};

/** Whether SES allows sending from this address or domain. */
export async function isSender(ses: SESv2Client, EmailIdentity: string): Promise<boolean> {
  try {
    return (await ses.send(new GetEmailIdentityCommand({ EmailIdentity }))).VerifiedForSendingStatus === true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
