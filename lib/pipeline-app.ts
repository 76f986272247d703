import { App, Tags, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { STAGES } from "./config.ts";
import { PipelineStack } from "./stacks/pipeline-stack.ts";

const REPOSITORY = /^[A-Za-z0-9][\w.-]*\/[\w.-]+$/;

/** The app with the roles that a repository's workflows use to deploy, ready to synthesize. */
export interface PipelineApp {
  app: App;
  stack: PipelineStack;
}

/**
 * Builds the stack with the pipeline's roles from the context values `repository` (owner/name), `stages`
 * (comma-separated names; all stages if omitted) and `providerArn`.
 * @throws a plain-language error if the repository is missing or a stage is unknown.
 */
export function pipelineApp(options: { outdir: string; context?: Record<string, string> }): PipelineApp {
  const app = new App({ ...options, analyticsReporting: false });
  const given = (name: string): string | null => {
    const value: unknown = app.node.tryGetContext(name);
    return typeof value === "string" && value !== "" ? value : null;
  };
  const repository = given("repository");
  if (repository === null || !REPOSITORY.test(repository)) {
    throw new Error(
      `The pipeline has ${repository === null ? "no repository" : `the repository "${repository}"`}. Set it like this: npx cdk deploy --app "node bin/pipeline.ts" -c repository=owner/name.`,
    );
  }
  const stages = given("stages")?.split(",") ?? Object.keys(STAGES);
  const unknown = stages.find((stage) => !(stage in STAGES));
  if (unknown !== undefined)
    throw new Error(`There is no stage "${unknown}". Known stages: ${Object.keys(STAGES).join(", ")}.`);
  const stack = new PipelineStack(app, "Pipeline", {
    stackName: "messaging-gateway-pipeline",
    description: "Messaging gateway: the roles that a repository's workflows use to deploy it.",
    ...{ repository, stages, providerArn: given("providerArn") },
  });
  Tags.of(app).add("application", "messaging-gateway");
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { app, stack };
}
