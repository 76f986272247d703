import type { Stack } from "aws-cdk-lib";
import type { Bundle } from "../../build/bundle.ts";
import { ENV } from "../../core/env.ts";
import { docsUrlOf, type StageConfig } from "../config.ts";
import type { FunctionWiring } from "../wiring.ts";
import { GatewayFunction } from "./gateway-function.ts";
import { grantCapabilities, type Platform } from "./platform.ts";

/** Input for creating a function. */
export interface AddFunctionProps {
  config: StageConfig;
  platform: Platform;
  bundles: readonly Pick<Bundle, "name" | "folder">[];
  /** A name that has to be known before the function exists. If omitted, CloudFormation generates the name. */
  functionName?: string;
}

/**
 * Adds a function from the wiring table to a stack, with its permissions and the stage's settings.
 * @throws if the function's code hasn't been bundled.
 */
export function addFunction(stack: Stack, wiring: FunctionWiring, props: AddFunctionProps): GatewayFunction {
  const { config, platform, bundles, functionName } = props;
  const bundle = bundles.find(({ name }) => name === wiring.name);
  if (!bundle) throw new Error(`There is no bundle for ${wiring.name}; bundleHandlers makes one from ${wiring.entry}.`);
  const codeFolder = bundle.folder;
  const named = functionName === undefined ? {} : { functionName };
  const fn = new GatewayFunction(stack, pascalCase(wiring.name), { wiring, codeFolder, config, ...named });
  grantCapabilities(platform, fn, wiring.uses);
  if (config.baseUrl) fn.addEnvironment(ENV.baseUrl, config.baseUrl);
  const docsUrl = docsUrlOf(config);
  if (docsUrl) fn.addEnvironment(ENV.docsUrl, docsUrl);
  if (config.dataKeyMinutes) fn.addEnvironment(ENV.dataKeyMinutes, String(config.dataKeyMinutes));
  return fn;
}

/** Converts a name from kebab case to Pascal case: `api-not-found` → `ApiNotFound`. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
