import { openApi } from "./openapi.ts";
import { phonePlans } from "./phone-plans.ts";

/** Every file that is made from others and kept with the sources: path from the project's root -> what it must hold. */
export function generatedFiles(): Record<string, unknown> {
  return {
    "docs/openapi.json": openApi(),
    "core/domain/messages/phone-plans.json": phonePlans(),
  };
}
