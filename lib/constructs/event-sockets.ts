import { RemovalPolicy, Stack } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { type CfnApi, LogGroupLogDestination, WebSocketApi, WebSocketStage } from "aws-cdk-lib/aws-apigatewayv2";
import { WebSocketLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { ENV } from "../../core/env.ts";
import type { StageConfig } from "../config.ts";
import { acknowledge } from "./acknowledge.ts";
import type { GatewayFunction } from "./gateway-function.ts";
import { countUnansweredCalls } from "./metrics/count-lines.ts";
import type { Runtime } from "./runtime.ts";

const STAGE = "live";
const APIS_ARN = "arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:";

/** The fields of the access log. The query and the headers are never logged, because they contain tickets and keys. */
const ACCESS_LOG_FIELDS = {
  request_id: "$context.requestId",
  time: "$context.requestTime",
  ip: "$context.identity.sourceIp",
  route: "$context.routeKey",
  status: "$context.status",
  connection_id: "$context.connectionId",
  integration_error: "$context.integrationErrorMessage",
};

/** The WebSockets of the event stream. They have a separate address, because an HTTP API can't serve WebSockets. */
export class EventSockets extends Construct {
  /** The address that customers connect to. */
  readonly url: string;
  readonly #api: WebSocketApi;
  readonly #stage: WebSocketStage;

  constructor(scope: Construct, id: string, { config }: { config: StageConfig }) {
    super(scope, id);
    this.#api = new WebSocketApi(this, "Api", {
      apiName: `messaging-gateway-${config.stage}-stream`,
      description: "The messaging gateway's stream of events.",
    });
    const accessLog = new LogGroup(this, "AccessLog", {
      logGroupName: `/messaging-gateway/${config.stage}/stream-access`,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    countUnansweredCalls(accessLog, config);
    this.#stage = new WebSocketStage(this, "Stage", {
      webSocketApi: this.#api,
      stageName: STAGE,
      autoDeploy: true,
      throttle: { rateLimit: config.apiRatePerSec, burstLimit: config.apiBurst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FIELDS)),
      },
    });
    const { url } = this.#stage;
    this.url = url;
    const stack = Stack.of(this);
    const api = stack.getLogicalId(this.#api.node.defaultChild as CfnApi); // the resource of a WebSocketApi
    acknowledge(this, {
      "AwsSolutions-APIG4":
        "Keys and tickets are checked in the function, which answers in the interface's own words and counts requests.",
    });
    acknowledge(stack, {
      [`AwsSolutions-IAM5[Resource::${APIS_ARN}<${api}>/${STAGE}/*/@connections/*]`]:
        "A connection's id is made when it opens, so only its API is known beforehand.",
    });
  }

  /** Lets `fn` decide whether each WebSocket may be opened, and passes it everything that clients send. */
  serve(fn: GatewayFunction): void {
    for (const routeKey of ["$connect", "$default"])
      this.#api.addRoute(routeKey, { integration: new WebSocketLambdaIntegration(routeKey.slice(1), fn.live) });
  }

  /**
   * Lets `runtime` send data on WebSockets, close them, and query which are open. Grants the permission and provides
   * the address.
   */
  grantUse(runtime: Runtime): void {
    runtime.addEnvironment(ENV.streamEndpoint, this.#stage.callbackUrl);
    const of = { service: "execute-api", resource: this.#api.apiId, resourceName: `${STAGE}/*/@connections/*` };
    const resource = Stack.of(this).formatArn(of);
    runtime.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({ actions: ["execute-api:ManageConnections"], resources: [resource] }),
    );
  }
}
