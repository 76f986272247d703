import { Certificate, CertificateValidation, type ICertificate } from "aws-cdk-lib/aws-certificatemanager";
import { HostedZone, type IHostedZone } from "aws-cdk-lib/aws-route53";
import type { Construct } from "constructs";
import type { DomainSettings } from "../domain-settings.ts";

/**
 * Returns the DNS zone that contains a stage's names, or null if the operator manages DNS elsewhere. Doesn't perform a
 * lookup.
 */
export function zoneOf(scope: Construct, domain: DomainSettings): IHostedZone | null {
  if (!("hostedZoneId" in domain)) return null;
  const { hostedZoneId, hostedZoneName: zoneName } = domain;
  return HostedZone.fromHostedZoneAttributes(scope, "Zone", { hostedZoneId, zoneName });
}

/**
 * Returns the certificate for a name. The certificate was either created by hand or is validated by a record in the
 * zone, in which case it renews automatically.
 */
export function certificateFor(
  scope: Construct,
  name: string,
  by: { zone: IHostedZone | null; madeByHand: string | undefined },
): ICertificate {
  if (by.madeByHand !== undefined) return Certificate.fromCertificateArn(scope, "Certificate", by.madeByHand);
  if (by.zone === null) throw new Error(`There is neither a certificate nor a hosted zone for ${name}.`);
  const validation = CertificateValidation.fromDns(by.zone);
  return new Certificate(scope, "Certificate", { domainName: name, validation });
}
