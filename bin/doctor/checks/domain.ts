import { type ACMClient, DescribeCertificateCommand } from "@aws-sdk/client-acm";
import { GetHostedZoneCommand } from "@aws-sdk/client-route-53";
import type { DomainSettings, FrontSettings } from "../../../lib/domain-settings.ts";
import { type Check, type DoctorContext, type Finding, ok, problem } from "../check.ts";
import { isMissing } from "../explain-failure.ts";

/**
 * Checks that the domain's DNS zone exists, or that manually created certificates have been issued for the domain's
 * names.
 */
export const domainCheck: Check = {
  name: "domain",
  asksAws: true,
  notNeeded: ({ domain }) => (domain === null ? "None is set." : null),
  async look(context) {
    const { domain, front } = context.config;
    if (domain === null) return [];
    const own = "hostedZoneId" in domain ? await zone(context, domain) : await regional(context, domain, front);
    if (front?.certificateArn === undefined) return own;
    return [own, await certificate(context.aws.front.acm, front.certificateArn, [domain.name])];
  },
};

async function zone({ aws }: DoctorContext, domain: DomainSettings & { hostedZoneId: string; hostedZoneName: string }) {
  const { hostedZoneId: Id, hostedZoneName } = domain;
  try {
    const { HostedZone } = await aws.route53.send(new GetHostedZoneCommand({ Id }));
    if (HostedZone?.Name !== `${hostedZoneName}.`) {
      return problem(
        `The zone ${Id} is ${HostedZone?.Name}`,
        "correct hostedZoneName or hostedZoneId in lib/config.ts",
      );
    }
    if (HostedZone.Config?.PrivateZone)
      return problem(`The zone ${Id} is private.`, "set the public zone in lib/config.ts");
    return ok(`The zone ${hostedZoneName} exists.`);
  } catch (error) {
    if (isMissing(error)) return problem(`There is no zone ${Id} in this account.`, "aws route53 list-hosted-zones");
    throw error;
  }
}

/** Checks the regional certificate. API Gateway only accepts certificates from its own region. */
async function regional(
  { aws, region }: DoctorContext,
  domain: DomainSettings & { certificateArn: string },
  front: FrontSettings | null,
): Promise<Finding> {
  const { certificateArn: arn, name } = domain;
  const own = arn.split(":")[3];
  if (own !== region)
    return problem(
      `The certificate for ${name} is in ${own}, but the stage is in ${region}.`,
      "create a certificate there",
    );
  const names = front === null ? [name] : [front.originName, ...(front.takesOver ? [] : [name])];
  return certificate(aws.acm, arn, names);
}

/** Checks that a certificate has been issued and covers all of the given names. */
export async function certificate(acm: ACMClient, CertificateArn: string, names: string[]): Promise<Finding> {
  const todo = "create the DNS entry that ACM requires: aws acm describe-certificate --certificate-arn …";
  try {
    const { Certificate } = await acm.send(new DescribeCertificateCommand({ CertificateArn }));
    const held = Certificate?.SubjectAlternativeNames ?? [];
    const missing = names.filter((name) => !held.some((one) => covers(one, name)));
    if (Certificate?.Status !== "ISSUED") return problem(`${CertificateArn} is ${Certificate?.Status}.`, todo);
    if (missing.length === 0) return ok(`The certificate for ${names.join(", ")} is issued.`);
    return problem(
      `${CertificateArn} does not cover ${missing.join(", ")}.`,
      "request one for these names: aws acm request-certificate",
    );
  } catch (error) {
    if (isMissing(error)) return problem(`There is no certificate ${CertificateArn}.`, "aws acm request-certificate");
    throw error;
  }
}

/** A wildcard such as `*.example.com` covers exactly one additional label. */
const covers = (held: string, name: string) =>
  held === name || (held.startsWith("*.") && held.slice(1) === name.slice(name.indexOf(".")));
