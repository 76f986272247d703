import { pathNumber } from "../../../core/contracts/ids.ts";
import { InstanceParams } from "../instances/instance-params.ts";

/** The path parameters of a label. An id that isn't a number matches no label. */
export const LabelParams = InstanceParams.extend({
  label: pathNumber("not_found", /^[1-9]\d{0,8}$/).meta({ description: "The label's id", example: "1" }),
});
