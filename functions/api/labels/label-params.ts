import { LIMITS } from "../../../core/contracts/limits.ts";
import { text } from "../../../core/contracts/text.ts";
import { InstanceParams } from "../instances/instance-params.ts";

/** The path of one label; what is no number names none. */
export const LabelParams = InstanceParams.extend({
  label: text(LIMITS.idMaxChars, "not_found")
    .regex(/^[1-9]\d{0,8}$/, { error: "not_found", abort: true })
    .transform(Number)
    .meta({ description: "The label's id", example: "1" }),
});
