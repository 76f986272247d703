import { pathNumber } from "../../../core/contracts/ids.ts";
import { InstanceParams } from "../instances/instance-params.ts";

/** The path parameters of one label; anything that is not a number matches none. */
export const LabelParams = InstanceParams.extend({
  label: pathNumber("not_found", /^[1-9]\d{0,8}$/).meta({ description: "The label's id", example: "1" }),
});
