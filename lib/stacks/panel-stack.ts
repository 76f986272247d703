import { readdirSync } from "node:fs";
import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import {
  CfnManagedLoginBranding,
  OAuthScope,
  UserPoolClient,
  UserPoolClientIdentityProvider,
} from "aws-cdk-lib/aws-cognito";
import type { Construct } from "constructs";
import type { Bundle } from "../../build/bundle.ts";
import { PANEL_API } from "../../core/contracts/panel/panel-routes.ts";
import { ENV } from "../../core/env.ts";
import type { StageConfig } from "../config.ts";
import { addFunction } from "../constructs/add-function.ts";
import type { GatewayFunction } from "../constructs/gateway-function.ts";
import { GradualReleases } from "../constructs/gradual-releases.ts";
import { PanelFiles } from "../constructs/panel/panel-files.ts";
import { PanelSite } from "../constructs/panel/panel-site.ts";
import type { PeoplePool } from "../constructs/panel/people-pool.ts";
import { panelFunctionName } from "../panel-paths.ts";
import { PANEL_FUNCTIONS } from "../wiring.ts";
import type { DataStack } from "./data-stack.ts";
import type { ServiceStack } from "./service-stack.ts";

/** Input for creating the stack. */
export interface PanelStackProps extends StackProps {
  config: StageConfig;
  data: DataStack;
  people: PeoplePool;
  service: ServiceStack;
  bundles: readonly Pick<Bundle, "name" | "folder">[];
  /** The folder of the built panel. */
  folder: string;
  /** The folder of the built reference. */
  referenceFolder: string;
}

/**
 * The web panel: its pages, its functions, and its client in the user pool. They share a stack, because the pool
 * returns users to CloudFront's address, and the functions need the pool client that is registered for that address.
 */
export class PanelStack extends Stack {
  constructor(scope: Construct, id: string, props: PanelStackProps) {
    super(scope, id, props);
    const { config, data, people, service } = props;
    const { bucketRegionalDomainName } = data.media.bucket;
    const site = new PanelSite(this, "Site", {
      config,
      apiHostName: service.api.hostName,
      filesUrl: service.api.url,
      bucketUrl: `https://${bucketRegionalDomainName}`,
      besideThePage: filesBesidePage(props.folder),
    });
    const { folder, referenceFolder } = props;
    new PanelFiles(this, "Files", { config, folder, referenceFolder, bucket: site.bucket });
    const clientId = this.#signInsOf(people, site.url);
    const platform = { ...service.platform, panel: { url: site.url, issuer: people.issuer, clientId } };
    const functions = PANEL_FUNCTIONS.map((wiring) => {
      const functionName = panelFunctionName(config.stage, wiring.name);
      const fn = addFunction(this, wiring, { ...props, platform, functionName });
      this.#tellOfSite(fn, config);
      service.api.serveAny(fn, wiring);
      return fn;
    });
    service.alarms.raiseAll(this, {
      "password-reset-errors": {
        meaning: "After a new password somebody's sessions may go on, of whoever knew the old one.",
        metric: people.endSessions.lambda.metricErrors(),
        when: "at_least",
      },
    });
    if (config.release === "gradual") this.#releaseGradually(functions, service, config);
    new CfnOutput(this, "PanelUrl", { description: "Where people open the panel.", value: site.url });
    new CfnOutput(this, "PanelName", {
      description: `CloudFront's own name${config.panelDomain ? `. Without a hosted zone, create a CNAME from ${config.panelDomain} to this name` : ""}.`,
      value: site.hostName,
    });
  }

  /**
   * Creates the panel's client at the user pool, without a secret because its functions prove each sign-in again.
   * @returns its id.
   */
  #signInsOf({ pool }: PeoplePool, url: string): string {
    const client = new UserPoolClient(this, "SignIn", {
      userPool: pool,
      generateSecret: false,
      preventUserExistenceErrors: true,
      // Nothing beyond what Cognito always allows; the panel accepts codes from its pages, and no token from other
      // flows.
      authFlows: {},
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [`${url}${PANEL_API}/session/callback`],
        logoutUrls: [`${url}/`],
      },
    });
    new CfnManagedLoginBranding(this, "SignInPages", {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    return client.userPoolClientId;
  }

  /** Gives `fn` what it needs to recognize CloudFront, which nobody can bypass. */
  #tellOfSite(fn: GatewayFunction, { panelOriginSecrets }: StageConfig): void {
    fn.addEnvironment(ENV.originSecretHashes, panelOriginSecrets.map(({ sha256 }) => sha256).join());
    fn.addEnvironment(ENV.frontRequired, "1");
  }

  /** Shifts calls to new versions like the API's own, because its alarm also counts the panel's failures. */
  #releaseGradually(functions: GatewayFunction[], { alarms }: ServiceStack, { stage }: StageConfig): void {
    const releases = new GradualReleases(this, "Releases", { namePrefix: `messaging-gateway-${stage}-panel` });
    for (const fn of functions) releases.shift(fn, alarms.raised("api-server-errors"));
  }
}

/** Files that a browser requests before or besides all others: an icon, the theme's script. */
function filesBesidePage(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile());
  return files.map(({ name }) => name).filter((name) => name !== "index.html" && !name.startsWith("."));
}
