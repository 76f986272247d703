import type { StageConfig } from "../../lib/config.ts";

/** A statement of an IAM policy. */
interface PolicyStatement {
  Effect: "Allow";
  Action: string[];
  Resource: string[];
}

/** An IAM policy in the form that is pasted into the console or saved as a file. */
export interface PolicyDocument {
  Version: "2012-10-17";
  Statement: PolicyStatement[];
}

/**
 * Read permissions that can't be limited to a resource: quotas, the account's VPCs, and whether SES may send to any
 * recipient.
 */
const OF_THE_ACCOUNT = [
  "ec2:DescribeVpcs",
  "servicequotas:GetAWSDefaultServiceQuota",
  "servicequotas:GetServiceQuota",
  "servicequotas:ListServiceQuotas",
];

/**
 * Returns the policy that allows the doctor to check a stage, and the gate to compare deployed templates with new ones.
 * It doesn't allow any changes. It is valid in every account and region, but only grants access where it is attached.
 */
export function readingPolicy(config: StageConfig): PolicyDocument {
  const own = `messaging-gateway-${config.stage}-*`;
  const statements: [string[], string[]][] = [
    [OF_THE_ACCOUNT, ["*"]],
    [["ssm:GetParameter"], ["arn:aws:ssm:*:*:parameter/cdk-bootstrap/hnb659fds/version"]],
    [["iam:GetRole"], ["arn:aws:iam::*:role/aws-service-role/*"]],
    [
      ["cloudformation:DescribeStackResources", "cloudformation:DescribeStacks", "cloudformation:GetTemplate"],
      [`arn:aws:cloudformation:*:*:stack/${own}`],
    ],
    [["sns:ListSubscriptionsByTopic"], [`arn:aws:sns:*:*:${own}`]],
    [["ses:GetAccount"], config.mailFrom === null ? [] : ["*"]],
    [["ses:GetEmailIdentity"], identitiesOf(config).map((identity) => `arn:aws:ses:*:*:identity/${identity}`)],
    [["route53:GetHostedZone"], zonesOf(config)],
    [["acm:DescribeCertificate"], certificatesOf(config)],
    [["secretsmanager:GetSecretValue"], secretsOf(config)],
  ];
  return {
    Version: "2012-10-17",
    Statement: statements
      .filter(([, resources]) => resources.length > 0)
      .map(([Action, Resource]) => ({ Effect: "Allow", Action, Resource })),
  };
}

/** Returns the sender addresses and their domains, since either may be verified in SES. */
function identitiesOf({ mailFrom, hasPanel, panelMailFrom }: StageConfig): string[] {
  const senders = [mailFrom, hasPanel ? panelMailFrom : null].filter((sender) => sender !== null);
  return [...new Set(senders.flatMap((sender) => [sender, sender.slice(sender.lastIndexOf("@") + 1)]))];
}

const zonesOf = ({ domain }: StageConfig) =>
  domain !== null && "hostedZoneId" in domain ? [`arn:aws:route53:::hostedzone/${domain.hostedZoneId}`] : [];

function certificatesOf({ domain, front, panelCertificateArn }: StageConfig): string[] {
  const own = domain !== null && "certificateArn" in domain ? domain.certificateArn : null;
  return [own, front?.certificateArn ?? null, panelCertificateArn].filter((arn) => arn !== null);
}

/**
 * Returns the ARNs of the front's secrets. They end in a wildcard, because Secrets Manager appends a dash and six
 * characters to a secret's name.
 */
const secretsOf = ({ front, panelOriginSecrets }: StageConfig) =>
  [...(front?.originSecrets ?? []), ...panelOriginSecrets].map(
    ({ name }) => `arn:aws:secretsmanager:*:*:secret:${name}-??????`,
  );
