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
import { FRONT_REGION } from "../../lib/domain-settings.ts";

/** Clients of the stage's account and region, with the operator's credentials. */
export type DoctorClients = ReturnType<typeof doctorClients>;

/** Makes the clients; none asks anything yet. */
export function doctorClients() {
  const front = { region: FRONT_REGION };
  return {
    sts: awsClient(STSClient, "account"),
    ssm: awsClient(SSMClient, "account"),
    iam: awsClient(IAMClient, "account"),
    quotas: awsClient(ServiceQuotasClient, "account"),
    ec2: awsClient(EC2Client, "account"),
    cloudformation: awsClient(CloudFormationClient, "account"),
    sns: awsClient(SNSClient, "account"),
    ses: awsClient(SESv2Client, "account"),
    route53: awsClient(Route53Client, "account"),
    acm: awsClient(ACMClient, "account"),
    /** In the front's region. */
    front: {
      ssm: awsClient(SSMClient, "account", front),
      acm: awsClient(ACMClient, "account", front),
      secrets: awsClient(SecretsManagerClient, "account", front),
    },
  };
}
