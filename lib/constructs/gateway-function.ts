import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { type IManagedPolicy, type IPrincipal, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Alias,
  Architecture,
  Code,
  Function as LambdaFunction,
  Runtime as LambdaRuntime,
  LoggingFormat,
  RecursiveLoop,
  SystemLogLevel,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import type { FunctionWiring } from "../wiring.ts";
import { acknowledge } from "./acknowledge.ts";
import { countLines, countsOf } from "./metrics/count-lines.ts";
import type { Runtime } from "./runtime.ts";

/**
 * The alias through which every event source calls a function. It points to a single published version, or to two
 * versions while traffic is being shifted.
 */
export const LIVE = "live";

/**
 * A function from the wiring table, with its own role and log group. It has only the permissions that are explicitly
 * granted.
 */
export class GatewayFunction extends Construct implements Runtime {
  /** The function itself. Its metrics count calls to all versions. */
  readonly lambda: LambdaFunction;
  /** The alias that the function is called through. */
  readonly live: Alias;
  readonly grantPrincipal: IPrincipal;
  readonly #role: Role;

  constructor(
    scope: Construct,
    id: string,
    props: { wiring: FunctionWiring; codeFolder: string; config: StageConfig; functionName?: string },
  ) {
    super(scope, id);
    const { wiring, config, functionName } = props;
    const logGroup = new LogGroup(this, "Log", {
      logGroupName: `/messaging-gateway/${config.stage}/${wiring.name}`,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    countLines(logGroup, config, countsOf(wiring));
    this.#role = new Role(this, "Role", {
      description: `What the function ${wiring.name} may do.`,
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    });
    this.grantPrincipal = this.#role.grantPrincipal;
    logGroup.grantWrite(this.#role);
    this.lambda = new LambdaFunction(this, "Function", {
      ...(functionName !== undefined && { functionName }),
      description: `${wiring.entry} of the messaging gateway (${config.stage}).`,
      code: Code.fromAsset(props.codeFolder),
      handler: "index.handler",
      runtime: LambdaRuntime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: wiring.memoryMiB,
      timeout: Duration.seconds(wiring.timeoutSec),
      role: this.#role,
      logGroup,
      // Lambda's own three log lines per call contain only information that its metrics also provide, and cost as much
      // as our own lines.
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      // A lane wakes itself for as long as it has work, which Lambda would mistake for a runaway loop and stop after 16
      // rounds.
      ...(wiring.trigger.kind === "queue" && { recursiveLoop: RecursiveLoop.ALLOW }),
      // Older versions are retained so that a single command can roll back to them. They are all deleted along with the
      // function.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    });
    this.live = new Alias(this, "Live", { aliasName: LIVE, version: this.lambda.currentVersion });
    acknowledge(this.lambda, {
      "Serverless-LambdaTracing":
        "Every outcome is one structured log line with its request id; a tracer would add 35 ms to each cold start.",
      "Serverless-LambdaDLQ":
        "No customer's work arrives as an asynchronous call: HTTP callers see the failure, queues repeat, and a lost sweep is replaced a minute later.",
    });
  }

  addEnvironment(name: string, value: string): void {
    this.lambda.addEnvironment(name, value);
  }

  attachPolicy(policy: IManagedPolicy): void {
    this.#role.addManagedPolicy(policy);
  }
}
