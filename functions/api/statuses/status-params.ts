import { StatusId } from "../../../core/contracts/statuses/status.ts";
import { InstanceParams } from "../instances/instance-params.ts";

/** The path parameters of a status. */
export const StatusParams = InstanceParams.extend({ status: StatusId });
