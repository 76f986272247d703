import type { InstanceId } from "../contracts/ids.ts";
import type { Key } from "./table.ts";

/** The keys for erasing a person's data; part of `keys`. */
export const erasureKeys = {
  /** An erasure in progress. `person` is the person's key. */
  erasure: (instance: InstanceId, person: string): Key => ({ pk: `INST#${instance}#ERASE`, sk: person }),
  /**
   * A completed erasure. `hmac` is the HMAC of the person as identified in the request, under the deployment's pepper.
   */
  erased: (instance: InstanceId, hmac: string): Key => ({ pk: `INST#${instance}#ERASED`, sk: hmac }),
  /** The sealed secret used to hash the opt-outs of erased people. */
  optOutSecret: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "OPT_OUTS" }),
  /**
   * Records that an erased person opted out of broadcasts. `hmac` is the HMAC of one of their keys, under the
   * instance's secret.
   */
  keptOptOut: (instance: InstanceId, hmac: string): Key => ({ pk: `INST#${instance}#OPTOUT`, sk: hmac }),
};
