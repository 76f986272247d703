import { execFileSync } from "node:child_process";

/**
 * Fetches a deployed template from CloudFormation through the `aws` command, with the profile configured for that
 * command.
 * @param region the stack's region, or null for the command's default region.
 * @returns null if the stack doesn't exist.
 * @throws a plain-language error if the request fails.
 */
export function deployedTemplate(stackName: string, region: string | null): unknown {
  const args = ["cloudformation", "get-template", "--stack-name", stackName, "--template-stage", "Original"];
  const where = region === null ? [] : ["--region", region];
  try {
    const output = execFileSync("aws", [...args, ...where, "--query", "TemplateBody", "--output", "json"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 16 * 1024 * 1024,
    });
    return JSON.parse(output);
  } catch (error) {
    const said = reasonOf(error);
    if (said.includes(`${stackName} does not exist`)) return null;
    throw new Error(`CloudFormation could not be asked for the template of ${stackName}: ${said}`);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "ENOENT") return "the aws command is not installed here.";
  // The command's own output says more than Node's message about its exit code.
  const written = "stderr" in error ? String(error.stderr).trim() : "";
  return written || error.message;
}
