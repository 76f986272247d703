import { RemovalPolicy, Stack } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  type CfnStage,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { ROUTES } from "../../core/contracts/routes.ts";
import { ENV } from "../../core/env.ts";
import type { StageConfig } from "../config.ts";
import type { Trigger } from "../trigger.ts";
import type { FunctionWiring } from "../wiring.ts";
import { acknowledge } from "./acknowledge.ts";
import { CustomDomain } from "./custom-domain.ts";
import type { GatewayFunction } from "./gateway-function.ts";
import { countUnansweredCalls } from "./metrics/count-lines.ts";

const FILE_ROUTE = HttpRouteKey.with(ROUTES["files.get"].path, HttpMethod[ROUTES["files.get"].method]);

/**
 * The fields of the access log. Never includes the path, the query or the headers, because they contain file links,
 * cursors and keys.
 */
const ACCESS_LOG_FIELDS = {
  request_id: "$context.requestId",
  time: "$context.requestTime",
  ip: "$context.identity.sourceIp",
  route: "$context.routeKey",
  status: "$context.status",
  size_bytes: "$context.responseLength",
  latency_ms: "$context.responseLatency",
  integration_error: "$context.integrationErrorMessage",
};

/**
 * The share of the stage's request rate that each route without a key may use, so strangers can't use up the whole
 * rate. The routes without a key are the route for file links and the default route for unknown paths.
 */
const SHARES_OF_STRANGERS: Record<string, number> = { [FILE_ROUTE.key]: 0.5, [HttpRouteKey.DEFAULT.key]: 0.1 };

/**
 * The HTTP API. Sends each route in the route table to its resource's function, and all other requests to the default
 * function.
 */
export class PublicApi extends Construct {
  /** The API address that customers use. */
  readonly url: string;
  /** A host name under which API Gateway itself responds, whatever address customers use. */
  readonly hostName: string;
  readonly #api: HttpApi;
  readonly #stage: CfnStage;
  readonly #config: StageConfig;
  readonly #throttles: Record<string, { ThrottlingRateLimit: number; ThrottlingBurstLimit: number }> = {};

  constructor(scope: Construct, id: string, props: { config: StageConfig }) {
    super(scope, id);
    const { config } = props;
    this.#api = new HttpApi(this, "Api", {
      apiName: `messaging-gateway-${config.stage}`,
      description: "The messaging gateway's interface under /v1.",
      createDefaultStage: false,
      disableExecuteApiEndpoint: config.domain?.isOnlyAddress ?? false,
    });
    const accessLog = new LogGroup(this, "AccessLog", {
      logGroupName: `/messaging-gateway/${config.stage}/access`,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    countUnansweredCalls(accessLog, config);
    const stage = new HttpStage(this, "Stage", {
      httpApi: this.#api,
      autoDeploy: true,
      throttle: { rateLimit: config.apiRatePerSec, burstLimit: config.apiBurst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FIELDS)),
      },
    });
    this.#nameIt(stage, config);
    this.url = config.baseUrl ?? stage.url;
    const { region, urlSuffix } = Stack.of(this);
    const given = `${this.#api.apiId}.execute-api.${region}.${urlSuffix}`;
    const { domain, front } = config;
    this.hostName = domain?.isOnlyAddress ? (front?.originName ?? domain.name) : given;
    this.#config = config;
    this.#stage = stage.node.defaultChild as CfnStage; // the resource of an HttpStage
    acknowledge(this, {
      "AwsSolutions-APIG4":
        "Keys are checked in the functions, from the route table: an authorizer of API Gateway could not answer in the interface's own error shape.",
    });
  }

  /**
   * Adds the stage's domain names to the API: the name that customers use, unless a front has taken it over, and the
   * name used by the front.
   */
  #nameIt(stage: HttpStage, { domain, front }: StageConfig): void {
    if (domain === null) return;
    const api = this.#api;
    if (!front?.takesOver) new CustomDomain(this, "Domain", { name: domain.name, domain, api, stage });
    if (front) new CustomDomain(this, "Origin", { name: front.originName, domain, api, stage });
  }

  /** Sends requests for the routes listed for a function in the wiring table to `fn`. */
  serve(fn: GatewayFunction, { name, trigger }: FunctionWiring): void {
    this.#tellOfFront(fn);
    // Use one permission per function, which covers all its routes. With one per route, a function's policy would
    // exceed its size limit as the route table grows.
    const integration = new HttpLambdaIntegration(name, fn.live, { scopePermissionToRoute: false });
    if (trigger.kind === "http_default") {
      const routeKey = HttpRouteKey.DEFAULT;
      this.#throttle(routeKey, new HttpRoute(this, "DefaultRoute", { httpApi: this.#api, routeKey, integration }));
      return;
    }
    if (trigger.kind === "http_paths") {
      for (const path of trigger.paths) this.#api.addRoutes({ path, methods: [HttpMethod.ANY], integration });
      return;
    }
    if (trigger.kind !== "http") throw new Error(`${name} is not started by HTTP; it has no routes.`);
    for (const id of trigger.routes) {
      const { method, path } = ROUTES[id];
      const [route] = this.#api.addRoutes({ path, methods: [HttpMethod[method]], integration });
      if (route) this.#throttle(HttpRouteKey.with(path, HttpMethod[method]), route);
    }
  }

  /** Sends all requests for the paths listed for a function in the wiring table to `fn`, which is in another stack. */
  serveAny(fn: GatewayFunction, { name, trigger }: FunctionWiring): void {
    const integration = new HttpLambdaIntegration(name, fn.live, { scopePermissionToRoute: false });
    for (const path of pathsOf(trigger)) {
      const routeKey = HttpRouteKey.with(path, HttpMethod.ANY);
      // Create the route in the function's stack. In the API's stack, it would make the two stacks depend on each
      // other.
      new HttpRoute(fn, `Route ${path}`, { httpApi: this.#api, routeKey, integration });
    }
    acknowledge(fn, {
      "AwsSolutions-APIG4":
        "Sessions are checked in the functions: they lie in the table, and end at the next request.",
    });
  }

  /** Sets the variables that `fn` needs to recognize requests from the front, if the stage has one. */
  #tellOfFront(fn: GatewayFunction): void {
    const { front } = this.#config;
    if (front === null) return;
    fn.addEnvironment(ENV.originSecretHashes, front.originSecrets.map(({ sha256 }) => sha256).join());
    fn.addEnvironment(ENV.frontRequired, front.takesOver ? "1" : "0");
  }

  /** If a route doesn't need a key, limits it to its share of the stage's request rate. */
  #throttle({ key }: HttpRouteKey, route: HttpRoute): void {
    const share = SHARES_OF_STRANGERS[key];
    if (share === undefined) return;
    const { apiRatePerSec, apiBurst } = this.#config;
    this.#throttles[key] = {
      ThrottlingRateLimit: Math.ceil(share * apiRatePerSec),
      ThrottlingBurstLimit: Math.ceil(share * apiBurst),
    };
    this.#stage.routeSettings = this.#throttles;
    // API Gateway refuses settings for a route that doesn't exist yet, so update the stage after the route.
    this.#stage.node.addDependency(route);
  }

  /** Counts requests that ended with a 5xx, either from our code or from API Gateway. */
  serverErrors(): Metric {
    return this.#api.metricServerError({ statistic: "Sum" });
  }

  /** Counts requests that ended with a 4xx. */
  clientErrors(): Metric {
    return this.#api.metricClientError({ statistic: "Sum" });
  }

  /** Counts all requests. */
  requests(): Metric {
    return this.#api.metricCount({ statistic: "Sum" });
  }

  /** The time from a request to its response, in ms, at a percentile such as `p99`. */
  latency(statistic: string): Metric {
    return this.#api.metricLatency({ statistic });
  }
}

/**
 * Returns the paths of a function that accepts all methods. @throws for a function that isn't triggered by HTTP paths.
 */
function pathsOf(trigger: Trigger): string[] {
  if (trigger.kind === "http_paths") return trigger.paths;
  if (trigger.kind === "http_below") return [`${trigger.path}/{proxy+}`];
  throw new Error(`What is started by ${trigger.kind} has no paths of its own.`);
}
