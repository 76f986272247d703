import type { InstanceId } from "../contracts/ids.ts";
import type { Key } from "./table.ts";

/** The keys for erasing a person's data: a part of `keys`. */
export const erasureKeys = {
  /** An erasure that is not finished; `person` = the key under which the person was known. */
  erasure: (instance: InstanceId, person: string): Key => ({ pk: `INST#${instance}#ERASE`, sk: person }),
  /** An erasure that has finished; `hmac` of the person as the request named them, under the deployment's pepper. */
  erased: (instance: InstanceId, hmac: string): Key => ({ pk: `INST#${instance}#ERASED`, sk: hmac }),
  /** The secret under which the opt-outs of erased people are hashed, sealed. */
  optOutSecret: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "OPT_OUTS" }),
  /** That an erased person opted out of broadcasts; `hmac` of a name of theirs, under that secret. */
  keptOptOut: (instance: InstanceId, hmac: string): Key => ({ pk: `INST#${instance}#OPTOUT`, sk: hmac }),
};
