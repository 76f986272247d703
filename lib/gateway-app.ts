import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Tags, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import { type Bundle, ROOT } from "../build/bundle.ts";
import { type StageConfig, stageConfig } from "./config.ts";
import { FRONT_REGION } from "./domain-settings.ts";
import { chosenRelease } from "./release.ts";
import { SettingsError } from "./settings-error.ts";
import { DataStack } from "./stacks/data-stack.ts";
import { FrontStack } from "./stacks/front-stack.ts";
import { PanelStack } from "./stacks/panel-stack.ts";
import { QueueStack } from "./stacks/queue-stack.ts";
import { ServiceStack } from "./stacks/service-stack.ts";
import { SessionStack } from "./stacks/session-stack.ts";
import { StreamStack } from "./stacks/stream-stack.ts";

/** The default stage of a deployment. */
const DEFAULT_STAGE = "dev";

/** All stacks of a stage, ready to synthesize. */
export interface GatewayApp {
  app: App;
  config: StageConfig;
  data: DataStack;
  queues: QueueStack;
  stream: StreamStack;
  service: ServiceStack;
  session: SessionStack;
  /** Null if the stage has no front. */
  front: FrontStack | null;
  /** Null if the stage has no panel. */
  panel: PanelStack | null;
}

/** Options for creating the stacks. */
export interface GatewayAppOptions {
  /** The folder to write the templates to. */
  outdir: string;
  /** The bundled code of the functions. */
  bundles: readonly Pick<Bundle, "name" | "folder">[];
  /** The folders of the built panel and the built API reference. Not needed if the stage has no panel. */
  panelFolder?: string;
  referenceFolder?: string;
  /** Overrides the stage in the context. */
  stage?: string;
  /**
   * Context values, as passed to the cdk command with `-c`: `stage`, and `alarmEmail` if the stage's row has no alarm
   * address.
   */
  context?: Record<string, string>;
  /**
   * If false, skips the security rule packs and CloudFormation's own rules, which take several seconds. Used by tests
   * unrelated to these rules.
   */
  areRulesChecked?: boolean;
}

/**
 * Builds the stacks of the stage in the context value `stage`. They don't depend on an account or, except for the
 * front, on a region, so building them sends no requests to AWS.
 * @throws a plain-language error for an unknown stage or a missing bundle.
 */
export function gatewayApp(options: GatewayAppOptions): GatewayApp {
  const { outdir, areRulesChecked = true } = options;
  // The CDK command passes the flags in cdk.json itself. Plain `node bin/app.ts` and the tests don't, but must use the
  // same flags.
  const app = new App({
    outdir,
    context: { ...cdkContext(), ...options.context },
    analyticsReporting: false,
    builtinCloudFormationValidation: areRulesChecked,
  });
  const config = configOf(app, options.stage ?? String(app.node.tryGetContext("stage") ?? DEFAULT_STAGE));
  const name = (part: string) => `messaging-gateway-${config.stage}-${part}`;

  const data = new DataStack(app, "Data", {
    stackName: name("data"),
    description: "Messaging gateway: table, keys, files. Holds all data.",
    config,
    bundles: options.bundles,
  });
  const queues = new QueueStack(app, "Queues", {
    stackName: name("queues"),
    description: "Messaging gateway: the queues of the sending numbers' wake-ups.",
    config,
  });
  const stream = new StreamStack(app, "Stream", {
    stackName: name("stream"),
    description: "Messaging gateway: the stream of events.",
    config,
    data,
    bundles: options.bundles,
  });
  const service = new ServiceStack(app, "Service", {
    stackName: name("service"),
    description: "Messaging gateway: API, workers, alarms.",
    config,
    data,
    shards: queues.shards,
    stream,
    bundles: options.bundles,
  });
  service.addStackDependency(queues, "its functions send to them, and its alarms watch what they can't");
  const session = new SessionStack(app, "Session", {
    stackName: name("session"),
    description: "Messaging gateway: the service that holds the linked numbers' connections.",
    config,
    platform: service.platform,
    alarms: service.alarms,
  });
  const panel = panelStack(app, name("panel"), options, { config, data, service });
  const front = frontStack(app, name("front"), config);
  front?.addStackDependency(service, "its origin is a name that the service stack makes");
  Tags.of(app).add("application", "messaging-gateway");
  Tags.of(app).add("stage", config.stage);
  if (areRulesChecked) Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  return { app, config, data, queues, stream, service, session, front, panel };
}

/** Builds the web panel's stack for a stage that has one. @throws if the panel hasn't been built. */
function panelStack(
  app: App,
  stackName: string,
  { bundles, panelFolder: folder, referenceFolder }: GatewayAppOptions,
  made: { config: StageConfig; data: DataStack; service: ServiceStack },
): PanelStack | null {
  const { people } = made.data;
  if (people === null) return null;
  if (folder === undefined) throw new Error("The panel has not been built. Run `npm run build -w panel`.");
  if (referenceFolder === undefined) throw new Error("The reference has not been built. Run `npm run synth`.");
  return new PanelStack(app, "Panel", {
    stackName,
    description: "Messaging gateway: the web panel of customers' teams.",
    ...made,
    people,
    bundles,
    folder,
    referenceFolder,
  });
}

/** Whether the stage selected by a command's context has a panel, which then has to be built first. */
export function hasPanel(context: Record<string, string>): boolean {
  // An app creates its output folder immediately and never deletes it.
  const outdir = mkdtempSync(join(tmpdir(), "gateway-context-"));
  try {
    const given = { outdir, analyticsReporting: false, autoSynth: false };
    const app = new App({ ...given, context: { ...cdkContext(), ...context } });
    return configOf(app, String(app.node.tryGetContext("stage") ?? DEFAULT_STAGE)).hasPanel;
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/**
 * Builds the front's stack. Only this stack has a fixed region, because everything that CloudFront uses must be in that
 * region.
 */
function frontStack(app: App, stackName: string, { stage, domain, front }: StageConfig): FrontStack | null {
  if (domain === null || front === null) return null;
  return new FrontStack(app, "Front", {
    stackName,
    description: "Messaging gateway: CloudFront and its firewall, before the API.",
    env: { region: FRONT_REGION },
    namePrefix: `messaging-gateway-${stage}`,
    domain,
    front,
  });
}

/**
 * Returns a stage's settings. @throws if someone must receive the stage's alarms but no address is configured for them.
 */
function configOf(app: App, stage: string): StageConfig {
  const config = stageConfig(stage);
  const given: unknown = app.node.tryGetContext("alarmEmail");
  const alarmEmail = typeof given === "string" && given !== "" ? given : config.alarmEmail;
  if (alarmEmail === null && (config.isWatchedClosely || stage === "prod"))
    throw new SettingsError(
      `The stage "${stage}" has no alarmEmail, so no one would be notified of its alarms. Add one to its row in lib/config.ts, or add \`-c alarmEmail=you@example.com\` to this command and to every later deployment.`,
    );
  return { ...config, alarmEmail, release: chosenRelease(app.node.tryGetContext("release"), config.release) };
}

/** Reads the feature flags in cdk.json. @throws if the file doesn't have the format that `cdk init` creates. */
function cdkContext(): Record<string, unknown> {
  const file: unknown = JSON.parse(readFileSync(join(ROOT, "cdk.json"), "utf8"));
  if (typeof file !== "object" || file === null || !("context" in file)) throw new Error("cdk.json has no context.");
  return { ...(file.context as object) }; // JSON objects have string keys only
}
