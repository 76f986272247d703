import { CfnOutput, Stack } from "aws-cdk-lib";
import {
  ApiMapping,
  DomainName,
  type HttpApi,
  type HttpStage,
  IpAddressType,
  SecurityPolicy,
} from "aws-cdk-lib/aws-apigatewayv2";
import { AaaaRecord, ARecord, RecordTarget } from "aws-cdk-lib/aws-route53";
import { ApiGatewayv2DomainProperties } from "aws-cdk-lib/aws-route53-targets";
import { Construct } from "constructs";
import type { DomainSettings } from "../domain-settings.ts";
import { certificateFor, zoneOf } from "./named-certificate.ts";

/** Input for creating the domain. */
export interface CustomDomainProps {
  /** The host name. It must be in the hosted zone, if there is one. */
  name: string;
  domain: DomainSettings;
  api: HttpApi;
  stage: HttpStage;
}

/**
 * A domain name for an API in API Gateway. If there is a hosted zone, the certificate and the DNS records are created.
 * Otherwise, an output lists the DNS record to create by hand.
 */
export class CustomDomain extends Construct {
  constructor(scope: Construct, id: string, { name, domain, api, stage }: CustomDomainProps) {
    super(scope, id);
    const zone = zoneOf(this, domain);
    const madeByHand = "certificateArn" in domain ? domain.certificateArn : undefined;
    const domainName = new DomainName(this, "Name", {
      domainName: name,
      certificate: certificateFor(this, name, { zone, madeByHand }),
      securityPolicy: SecurityPolicy.TLS_1_2,
      ipAddressType: domain.hasIpv6 ? IpAddressType.DUAL_STACK : IpAddressType.IPV4,
    });
    new ApiMapping(this, "Mapping", { api, stage, domainName });
    const { regionalDomainName, regionalHostedZoneId } = domainName;
    if (zone) {
      const target = RecordTarget.fromAlias(new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId));
      new ARecord(this, "Address", { zone, recordName: name, target });
      if (domain.hasIpv6) new AaaaRecord(this, "Ipv6Address", { zone, recordName: name, target });
    } else {
      new CfnOutput(Stack.of(this), `${id}Cname`, {
        description: `Create this DNS entry: a CNAME from ${name} to this value.`,
        value: regionalDomainName,
      });
    }
  }
}
