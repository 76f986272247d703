import { openApi } from "./openapi.ts";
import { phonePlans } from "./phone-plans.ts";

/** Makes every file that is made from others and kept with the sources: path from the project's root -> its content. */
export function generatedFiles(): Record<string, unknown> {
  return {
    "docs/openapi.json": openApi(),
    "core/domain/messages/phone-plans.json": phonePlans(),
  };
}
