import { ACMClient } from "@aws-sdk/client-acm";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { EC2Client } from "@aws-sdk/client-ec2";
import { IAMClient } from "@aws-sdk/client-iam";
import { Route53Client } from "@aws-sdk/client-route-53";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { ServiceQuotasClient } from "@aws-sdk/client-service-quotas";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SNSClient } from "@aws-sdk/client-sns";
import { SSMClient } from "@aws-sdk/client-ssm";
import { STSClient } from "@aws-sdk/client-sts";
import { awsClient } from "../../core/aws/aws-client.ts";
import * as REQUEST_LIMITS from "../../core/aws/request-limits.ts";
import { FRONT_REGION } from "../../lib/domain-settings.ts";

/** AWS clients for the stage's account and region, with the operator's credentials. */
export type DoctorClients = ReturnType<typeof doctorClients>;

/** Creates the clients without sending any request. */
export function doctorClients() {
  const front = { region: FRONT_REGION };
  return {
    sts: awsClient(STSClient, REQUEST_LIMITS.account),
    ssm: awsClient(SSMClient, REQUEST_LIMITS.account),
    iam: awsClient(IAMClient, REQUEST_LIMITS.account),
    quotas: awsClient(ServiceQuotasClient, REQUEST_LIMITS.account),
    ec2: awsClient(EC2Client, REQUEST_LIMITS.account),
    cloudformation: awsClient(CloudFormationClient, REQUEST_LIMITS.account),
    sns: awsClient(SNSClient, REQUEST_LIMITS.account),
    ses: awsClient(SESv2Client, REQUEST_LIMITS.account),
    route53: awsClient(Route53Client, REQUEST_LIMITS.account),
    acm: awsClient(ACMClient, REQUEST_LIMITS.account),
    secrets: awsClient(SecretsManagerClient, REQUEST_LIMITS.account),
    /** Clients for the front's region. */
    front: {
      cloudformation: awsClient(CloudFormationClient, REQUEST_LIMITS.account, front),
      ssm: awsClient(SSMClient, REQUEST_LIMITS.account, front),
      acm: awsClient(ACMClient, REQUEST_LIMITS.account, front),
      secrets: awsClient(SecretsManagerClient, REQUEST_LIMITS.account, front),
    },
  };
}
