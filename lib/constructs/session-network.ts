import { RemovalPolicy } from "aws-cdk-lib";
import {
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  SecurityGroup,
  SubnetType,
  Vpc,
} from "aws-cdk-lib/aws-ec2";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import { chooseZones } from "./choose-zones.ts";

/**
 * Public subnets without a NAT gateway. Each task gets a public address for outgoing connections, and a security group
 * that doesn't allow incoming ones. See "Network" in docs/deployment.md for the reasons.
 */
export class SessionNetwork extends Construct {
  readonly vpc: Vpc;
  /** Allows all outgoing and no incoming connections. */
  readonly outboundOnly: SecurityGroup;

  constructor(scope: Construct, id: string, props: { config: StageConfig }) {
    super(scope, id);
    this.vpc = new Vpc(this, "Vpc", {
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: "public", subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false }],
      // Gateway endpoints are free, and they keep traffic to the table and the files off the public network.
      gatewayEndpoints: {
        Table: { service: GatewayVpcEndpointAwsService.DYNAMODB },
        Files: { service: GatewayVpcEndpointAwsService.S3 },
      },
      // Nothing uses the default group, and restricting it would require a function with permissions for every security
      // group.
      restrictDefaultSecurityGroup: false,
    });
    chooseZones(this, this.vpc.publicSubnets);
    const refused = new LogGroup(this, "RefusedTraffic", {
      logGroupName: `/messaging-gateway/${props.config.stage}/refused-traffic`,
      retention: props.config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.vpc.addFlowLog("FlowLog", {
      destination: FlowLogDestination.toCloudWatchLogs(refused),
      trafficType: FlowLogTrafficType.REJECT,
    });
    this.outboundOnly = new SecurityGroup(this, "OutboundOnly", {
      vpc: this.vpc,
      description: "Session tasks: call out to the messaging network and AWS, accept nothing.",
      allowAllOutbound: true,
    });
  }
}
