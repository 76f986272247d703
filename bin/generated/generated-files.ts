import { decisionIndex } from "./decision-index.ts";
import { mcpGuides } from "./mcp-guides.ts";
import { openApi } from "./openapi.ts";
import { phonePlans } from "./phone-plans.ts";
import { phoneRanges } from "./phone-ranges.ts";
import { postmanCollection } from "./postman.ts";
import { sdkResources } from "./sdk-resources.ts";

/**
 * Generates every file that is built from the sources and committed along with them, keyed by its path from the project
 * root. The formatter may still change whitespace, line breaks, and commas.
 */
export function generatedFiles(): Record<string, string> {
  const api = JSON.parse(JSON.stringify(openApi())) as unknown;
  return {
    "docs/openapi.json": json(api),
    "docs/postman.json": json(postmanCollection(api)),
    "core/domain/messages/phone-plans.json": json(phonePlans()),
    "core/domain/messages/phone-ranges.json": json(phoneRanges()),
    "docs/decisions/README.md": decisionIndex(),
    "functions/mcp/guides.json": json(mcpGuides()),
    ...sdkResources(api),
  };
}

const json = (content: unknown) => `${JSON.stringify(content)}\n`;
