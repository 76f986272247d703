import { type Check, type DoctorContext, type Finding, ok, problem } from "../check.ts";
import { certificate } from "./domain.ts";
import { isSender } from "./mail.ts";
import { secretsLookedAt } from "./origin-secrets.ts";

/**
 * Checks that everything the panel needs exists: its secrets, the certificate for its domain name, and the sender of
 * its sign-in codes.
 */
export const panelCheck: Check = {
  name: "panel",
  asksAws: true,
  notNeeded: ({ hasPanel }) => (hasPanel ? null : "The stage has none (hasPanel)."),
  async look(context) {
    const { stage, panelDomain, panelCertificateArn, panelOriginSecrets } = context.config;
    const { aws } = context;
    const todo = `npm run origin-secret -w lib -- --stage ${stage} --for panel`;
    return [
      ...(await secretsLookedAt(aws.secrets, panelOriginSecrets, todo)),
      ...(panelDomain !== null && panelCertificateArn !== null
        ? [await certificate(aws.front.acm, panelCertificateArn, [panelDomain])]
        : []),
      await sender(context),
    ];
  },
};

/** Checks the sender of the panel's emails. Cognito's permission to send always covers a whole domain. */
async function sender({ config, aws }: DoctorContext): Promise<Finding> {
  const from = config.panelMailFrom ?? config.mailFrom;
  if (from === null) {
    return ok(
      "Cognito sends the codes itself, at most 50 a day, which is enough for a trial. To send them with SES, set panelMailFrom or mailFrom.",
    );
  }
  const domain = from.slice(from.lastIndexOf("@") + 1);
  if (await isSender(aws.ses, domain)) return ok(`${domain} is verified in SES, so ${from} can send the codes.`);
  return problem(
    `The domain ${domain} is not verified in SES. To send the panel's codes, verifying only the address ${from} is not enough.`,
    `aws sesv2 create-email-identity --email-identity ${domain}, then create the DNS entries that it prints`,
  );
}
